import { isApiError } from '@/api/errors.ts'

/** Creates a row, or changes it if it already exists because another client created it (docs/platform/data-api.md). */
export async function upsert(create: () => Promise<unknown>, change: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!isApiError(error, 'conflict') || !/unique/i.test(error.message)) throw error
    await change()
  }
}
