import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { formatInstant } from '@/lib/format.ts'
import { supportAccessText as text } from '@/messages/access/support-access.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'

export interface SupportAccessNoticeProps {
  /** The fleet, app or block, or that of the device; support may have access to a device but not to its fleet. */
  fleetId: number | undefined
  /** Until when support has access to the object and to its parent. */
  until: readonly (string | null | undefined)[]
}

/** Shown to support staff above objects with limited access: until when. Without access, staff are told to ask the owner. */
export function SupportAccessNotice({ fleetId, until }: SupportAccessNoticeProps) {
  const { data: role } = useQuery({ ...fleetRoleQuery(fleetId ?? 0), enabled: fleetId !== undefined })
  const isStaff = role === 'balena_admin' || role === 'support_agent'
  const end = Math.max(0, ...until.map((moment) => (moment ? Date.parse(moment) : 0)))
  const notice = useTimeText((now) => {
    if (end > now) return text.granted(formatInstant(end, { seconds: false }))
    return isStaff ? text.askOwner : ''
  })
  return (
    notice !== '' && (
      <Banner bar tone={notice === text.askOwner ? 'bad' : 'info'}>
        {notice}
      </Banner>
    )
  )
}
