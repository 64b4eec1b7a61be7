import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'bench/scaling.ts')

t.test('the document has the tables that the script prints', async (t) => {
  const printed = execFileSync(process.execPath, [program], { encoding: 'utf8' })
  const document = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
  const shown = /<!-- The output of npm run scaling\. -->\n([\s\S]*)<!-- End of the output\. -->/.exec(document)?.[1]
  t.equal(shown, printed)
})

t.test('more cores raise the limit of Postgres in proportion; a faulty option is refused', async (t) => {
  const limitWith = (cores: string) => {
    const printed = execFileSync(process.execPath, [program, '--cores', cores], { encoding: 'utf8' })
    return Number(new RegExp(`\\| ${cores} cores of Postgres \\| ([\\d,.]+)`).exec(printed)?.[1]?.replaceAll(',', ''))
  }
  t.ok(Math.abs(limitWith('40') / limitWith('20') - 2) < 0.01)
  const refused = spawnSync(process.execPath, [program, '--peak', 'high'], { encoding: 'utf8' })
  t.equal(refused.status, 2)
  t.match(refused.stderr, '--peak takes a number above 0, not high')
})
