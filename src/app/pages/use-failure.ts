import { useEffect, useState } from 'react'
import { pageText } from '@/messages/shell.ts'
import { describeError, type ErrorDescription } from '../describe-error.ts'
import { mendMissingChunk } from '../missing-chunk.ts'

/** What a page that failed says, and does: one of which a part is missing is loaded anew, once that can help. */
export function useFailure(error: unknown): ErrorDescription {
  const [waits, setWaits] = useState(false)
  useEffect(() => void mendMissingChunk(error, () => setWaits(true)), [error])
  return waits ? { text: pageText.offlinePart } : describeError(error)
}
