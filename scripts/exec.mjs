// `npm run exec`

import { runWithCloud } from '../mocks/hosts/http.ts'
import { readWorldAt } from './read-world.mjs'

await runWithCloud(process.argv.slice(2), readWorldAt)
