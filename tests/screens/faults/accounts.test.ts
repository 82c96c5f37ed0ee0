import { accounts } from './rows/accounts.ts'
import { testRows } from './sample.ts'

testRows([...accounts])
