import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { readyFiles } from './hosting/ready-files.ts'

const USAGE = `npm run hosting [-- options]
Writes the set-up of nginx, Caddy and of hosts that read a _headers file, with the security headers for one config.json.
  --config FILE  the configuration that the dashboard is served with (default: public/config.json)
  --out FOLDER   where the files go (default: hosting)
`

const root = join(import.meta.dirname, '..')

try {
  const { values } = parseArgs({
    options: {
      config: { type: 'string', default: join(root, 'public/config.json') },
      out: { type: 'string', default: join(root, 'hosting') },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
  } else {
    const config = readConfig({
      file: readFileSync(values.config, 'utf8'),
      fileName: values.config,
      pageUrl: new URL('https://dashboard.example.com'),
    })
    mkdirSync(values.out, { recursive: true })
    for (const [name, text] of Object.entries(readyFiles(config))) writeFileSync(join(values.out, name), text)
    process.stdout.write(`${Object.keys(readyFiles(config)).join(', ')} are in ${resolve(values.out)}\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exitCode = 2
}
