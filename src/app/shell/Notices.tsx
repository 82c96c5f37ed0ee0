import { VerificationNotice } from '@/features/sign-in/verify-email/VerificationNotice.tsx'
import { Announcement } from './Announcement.tsx'
import { BillingBanners } from './BillingBanners.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { useMigratedAppsCheck } from './migrated-apps-check.ts'
import { OutOfDateAlert } from './OutOfDateAlert.tsx'

/** What people are told above every page, and what is found out about them once the first page is there. */
export function Notices() {
  useMigratedAppsCheck()
  return (
    <>
      <OutOfDateAlert />
      <MaintenanceNotice />
      <Announcement />
      <VerificationNotice />
      <BillingBanners />
    </>
  )
}
