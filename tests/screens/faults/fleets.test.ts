import { billing } from './rows/billing.ts'
import { fleets } from './rows/fleets.ts'
import { testRows } from './sample.ts'

testRows([...fleets, ...billing])
