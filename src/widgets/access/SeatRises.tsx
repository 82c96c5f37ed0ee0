import type { SeatRise } from '@/domain/billing/seats.ts'
import { formatCents } from '@/lib/money.ts'
import { accessText, seatText as text } from '@/messages/access/access.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'

/** A member whose seat becomes more expensive. */
export interface NamedRise {
  name: string
  rise: SeatRise | null
}

/** The additional cost of a change, before it is made. Nothing if there is none. */
export function SeatRises({ rises }: { rises: readonly NamedRise[] }) {
  const dearer = rises.flatMap(({ name, rise }) => (rise !== null && rise.cents > 0 ? [{ name, rise }] : []))
  if (dearer.length === 0) return null
  const total = dearer.reduce((sum, { rise }) => sum + rise.cents, 0)
  return (
    <Banner tone="info">
      {dearer.map(({ name, rise: { from, to, cents } }) => (
        <p key={name}>{text.rises(name, accessText.roles[from], accessText.roles[to], formatCents(cents))}</p>
      ))}
      {dearer.length > 1 && <p>{text.total(formatCents(total))}</p>}
      <p>{text.note}</p>
    </Banner>
  )
}
