// `npm run cloud`

import { runCloud } from '../mocks/hosts/http.ts'
import { readWorldAt } from './read-world.mjs'

await runCloud(process.argv.slice(2), readWorldAt)
