import { isApiError } from '@/api/errors.ts'

/** Creates a row; changes the one that is there already, where somebody else has made it meanwhile (docs/platform/data-api.md). */
export async function upsert(create: () => Promise<unknown>, change: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!isApiError(error, 'conflict') || !/unique/i.test(error.message)) throw error
    await change()
  }
}
