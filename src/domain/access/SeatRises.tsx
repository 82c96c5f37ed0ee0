import { formatCents } from '@/lib/money.ts'
import { accessText, seatText as text } from '@/messages/access.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import type { SeatRise } from '../billing/seats.ts'

/** Whose seat rises, and to what. */
export interface NamedRise {
  name: string
  rise: SeatRise | null
}

/** What a change costs, before it is made: the seats that become dearer. Nothing when none does. */
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
