import { devices } from './rows/devices.ts'
import { tags } from './rows/tags.ts'
import { variables } from './rows/variables.ts'
import { testRows } from './sample.ts'

testRows([...devices, ...tags, ...variables])
