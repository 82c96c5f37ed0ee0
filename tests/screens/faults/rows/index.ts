import type { Row } from '../row.ts'
import { accounts } from './accounts.ts'
import { billing } from './billing.ts'
import { devices } from './devices.ts'
import { fleets } from './fleets.ts'
import { people } from './people.ts'
import { support } from './support.ts'
import { tags } from './tags.ts'
import { variables } from './variables.ts'

/** One row per write: how to open its form, fill it in and submit it. */
export const rows: readonly Row[] = [
  ...people,
  ...fleets,
  ...accounts,
  ...billing,
  ...devices,
  ...support,
  ...tags,
  ...variables,
]
