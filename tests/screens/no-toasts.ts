// Files of one process share the project's modules: toasts that a file leaves must not meet the next.

import { beforeAll } from 'vitest'
import { dismissAllToasts } from '../../src/ui/feedback/toasts.ts'

beforeAll(dismissAllToasts)
