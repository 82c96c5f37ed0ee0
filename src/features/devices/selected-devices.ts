import type { OperatedDevice } from '@/domain/operations/operation.ts'
import type { ReadProgress } from '@/domain/operations/use-batch.ts'

/** Reads the selected devices as they are now. */
export type ReadSelected = (progress: ReadProgress) => Promise<OperatedDevice[]>
