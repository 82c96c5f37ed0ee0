import { api } from '@/api/api.ts'
import { formatTime } from '@/lib/format.ts'
import { sessionEndText as text } from '@/messages/app/session-end.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

const KEY = 'session-end'

/** Tells that the session ends, and offers to renew it. */
export function warnOfEnd(endsAt: number): void {
  showToast({
    tone: 'warn',
    key: KEY,
    title: text.ends(formatTime(endsAt, { zone: 'named' })),
    detail: text.whatStays,
    action: {
      label: text.renew,
      onPress: () =>
        void api()
          .session.refresh()
          .then(
            () => showToast({ tone: 'ok', key: KEY, title: text.renewed }),
            () => {
              warnOfEnd(endsAt)
              showToast({ tone: 'bad', key: `${KEY}-failed`, title: text.notRenewed })
            },
          ),
    },
  })
}
