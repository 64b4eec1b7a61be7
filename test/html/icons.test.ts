import t from 'tap'
import { NETWORKS } from '../../schemas/bio-blocks.ts'
import { networkOf } from '../../src/html/icons.ts'

t.test('each network has an icon and a name of its own', async (t) => {
  const [images, names] = [new Map<string, string>(), new Map<string, string>()]
  for (const network of NETWORKS) {
    const { image, name } = networkOf(network)
    t.notOk(images.has(image.text), `the icon of ${network} is not that of ${images.get(image.text)}`)
    t.notOk(names.has(name), `the name of ${network} is not that of ${names.get(name)}`)
    t.match(image.text, 'aria-hidden="true"', 'screen readers read the name alone')
    t.equal(name.toLowerCase().replace(/ /g, ''), network)
    images.set(image.text, network)
    names.set(name, network)
  }
})
