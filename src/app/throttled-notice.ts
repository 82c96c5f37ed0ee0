import { formatDuration } from '@/lib/format.ts'
import { errorText } from '@/messages/common/common.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Tells that the platform throttles requests, and how long the next attempt waits. */
export function showThrottled(waitMs: number): void {
  showToast({ tone: 'info', key: 'throttled', title: errorText.throttled(formatDuration(waitMs)) })
}
