import { api } from '@/api/api.ts'
import { readClaims } from '@/api/token.ts'
import { formatTime } from '@/lib/format.ts'
import { sessionEndText as text } from '@/messages/app/session-end.ts'
import { dismissToast, showToast } from '@/ui/feedback/toasts.ts'

const KEY = 'session-end'

let warning: number | undefined

/** Removes the warning: the session has another end. */
export function withdrawWarning(): void {
  if (warning !== undefined) dismissToast(warning)
  warning = undefined
}

const claimsNow = () => readClaims(api().token.get() ?? '')

/** Renews the session; rejects if it still has the same end. */
async function renew(): Promise<void> {
  const before = claimsNow()?.exp
  // Without a new token it resolves, too.
  await api().session.refresh()
  if (claimsNow()?.exp === before) throw new Error(text.notRenewed)
}

/** Tells that the session ends, and offers to renew it. */
export function warnOfEnd(endsAt: number): void {
  const failed = () => {
    warnOfEnd(endsAt)
    showToast({ tone: 'bad', key: `${KEY}-failed`, title: text.notRenewed })
  }
  warning = showToast({
    tone: 'warn',
    key: KEY,
    title: text.ends(formatTime(endsAt, { zone: 'named' })),
    detail: text.whatStays,
    action: {
      label: text.renew,
      onPress: () =>
        void renew().then(() => {
          // Unless the user signed out meanwhile.
          if (claimsNow() !== null) showToast({ tone: 'ok', key: KEY, title: text.renewed })
        }, failed),
    },
  })
}
