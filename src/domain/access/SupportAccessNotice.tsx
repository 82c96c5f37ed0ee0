import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '@/lib/format.ts'
import { supportAccessText as text } from '@/messages/support-access.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useTimeText } from '@/ui/display/now.tsx'
import { fleetRoleQuery } from './fleet-access.ts'

export interface SupportAccessNoticeProps {
  /** The fleet, app or block that is shown, or that the device belongs to; support may see a device and not its fleet. */
  fleetId: number | undefined
  /** Until when support may look in: of the thing itself, and of what it belongs to. */
  until: readonly (string | null | undefined)[]
}

/**
 * Over what support staff may see for a while: until when. Staff who see it without having been let in are told to ask
 * its owner.
 */
export function SupportAccessNotice({ fleetId, until }: SupportAccessNoticeProps) {
  const { data: role } = useQuery({ ...fleetRoleQuery(fleetId ?? 0), enabled: fleetId !== undefined })
  const isStaff = role === 'balena_admin' || role === 'support_agent'
  const end = Math.max(0, ...until.map((moment) => (moment ? Date.parse(moment) : 0)))
  const said = useTimeText((now) => {
    if (end > now) return text.granted(formatMoment(end, { seconds: false }))
    return isStaff ? text.askOwner : ''
  })
  return (
    said !== '' && (
      <Banner bar tone={said === text.askOwner ? 'bad' : 'info'}>
        {said}
      </Banner>
    )
  )
}
