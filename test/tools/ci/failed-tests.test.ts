import t from 'tap'
import { describeFailures, failuresIn } from '../../../tools/ci/failed-tests.ts'

const details = (indent: string) => [
  `${indent}---`,
  `${indent}diff: |`,
  `${indent}  -2`,
  `${indent}  +1`,
  `${indent}...`,
]
const tap = [
  '# Subtest: test/run/4-api.ts',
  '    # Subtest: api/webhooks.test.ts',
  '        # Subtest: what waited is sent',
  '            ok 1 - should be equal',
  '            not ok 2 - what was tried is given up # time=1.5ms',
  ...details('              '),
  '            not ok 3 - not done yet # TODO later',
  '            1..3',
  '        not ok 1 - what waited is sent # time=2248.858ms',
  ...details('          '),
  '        # Subtest: another',
  '            ok 1 - should be equal',
  '        ok 2 - another',
  '        not ok 3 - timeout!',
  '    not ok 1 - api/webhooks.test.ts # time=32579.222ms',
  ...details('      '),
  'not ok 1 - test/run/4-api.ts # time=421637.854ms',
  ...details('  '),
  '# Subtest: test/run/5-rest.ts',
  'not ok 2 - test/run/5-rest.ts # time=7ms',
  '  ---',
  '  signal: SIGKILL',
  '  ...',
].join('\n')

t.test('failures are listed once, with file, test, name and diagnostics', async (t) => {
  const file = ['test/run/4-api.ts', 'api/webhooks.test.ts']
  t.strictSame(failuresIn(tap), [
    { path: [...file, 'what waited is sent', 'what was tried is given up'], details: ['diff: |', '  -2', '  +1'] },
    { path: [...file, 'timeout!'], details: [] },
    { path: ['test/run/5-rest.ts'], details: ['signal: SIGKILL'] },
  ])
  t.strictSame(failuresIn('ok 1 - fine\n1..1\n'), [])
})

t.test('the description has at most 60 lines, and names what it leaves out', async (t) => {
  const many = Array.from({ length: 30 }, (_, i) => [`not ok ${i} - one`, ...details('  ')].join('\n')).join('\n')
  const lines = describeFailures(new Map([['tests', many]]))
  t.equal(lines.length, 57)
  t.strictSame(lines.slice(0, 2), ['FAILED tests: one', '  diff: |'])
  t.equal(lines.at(-1), '… and 16 more')
  const output = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n')
  t.strictSame(describeFailures(new Map([['types', `${output}\n`]])).slice(-2), ['line 28', 'line 29'])
})
