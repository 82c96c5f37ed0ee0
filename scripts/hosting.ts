import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkOutput, errorSentence, readArguments } from './command-line.ts'
import { basePath } from './hosting/base-path.ts'
import { checkedConfig, configFileAt } from './hosting/config-file.ts'
import { readyFiles } from './hosting/ready-files.ts'

const USAGE = `npm run hosting [-- options]
Generates configuration for nginx, Caddy and hosts with a _headers file, with the security headers for a config.json.
  --config FILE  the configuration of the dashboard (default: public/config.json)
  --base PATH    the base path, as passed to npm run build (default: /)
  --out FOLDER   the output folder (default: hosting)
`

const root = join(import.meta.dirname, '..')

try {
  const { values } = readArguments({
    options: {
      config: { type: 'string', default: join(root, 'public/config.json') },
      out: { type: 'string', default: join(root, 'hosting') },
      base: { type: 'string', default: '/' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
  } else {
    checkOutput('--out', values.out, 'folder')
    const config = checkedConfig(configFileAt(values.config))
    const files = readyFiles(config, basePath(values.base))
    mkdirSync(values.out, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(values.out, name), text)
    process.stdout.write(`${Object.keys(files).join(', ')} written to ${resolve(values.out)}\n`)
  }
} catch (error) {
  process.stderr.write(`${errorSentence(error)}\n`)
  process.exitCode = 2
}
