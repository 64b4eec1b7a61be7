import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
const [settings = '', args = ''] = scripts.start.split(/ node /)

// As the shell does it: `${NAME:-default}` is the variable, or the default.
const expand = (value: string) =>
  value.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_all, name: string, otherwise: string) => process.env[name] || otherwise)

/**
 * What `npm start` runs: the arguments of Node, the program last, and the variables of the environment that it sets.
 */
export const startScript = {
  args: args.split(' '),
  environment: Object.fromEntries(
    [...settings.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, expand(value)]),
  ),
}
