// `npm run cloud`

import { readFileSync } from 'node:fs'
import { runCloud } from '../mocks/hosts/http.ts'

await runCloud(process.argv.slice(2), async (path) => {
  await import('./aliases.ts')
  const { readWorldFile } = await import('../src/simulation/world-file/world-file.ts')
  return readWorldFile(readFileSync(path, 'utf8'))
})
