import { people } from './rows/people.ts'
import { support } from './rows/support.ts'
import { testRows } from './sample.ts'

testRows([...people, ...support])
