import { useEffect, useState } from 'react'
import { describeError, type ErrorDescription } from '@/app/describe-error.ts'
import { recoverMissingChunk } from '@/app/missing-chunk.ts'
import { pageText } from '@/messages/app/pages.ts'

/** Text and action for a failed page: if a chunk is missing, the page is reloaded as soon as that can help. */
export function useFailure(error: unknown): ErrorDescription {
  const [waits, setWaits] = useState(false)
  useEffect(() => void recoverMissingChunk(error, () => setWaits(true)), [error])
  return waits ? { text: pageText.offlinePart } : describeError(error)
}
