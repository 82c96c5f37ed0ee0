import { offers } from '@/api/api.ts'
import { VerificationNotice } from '@/features/sign-in/verify-email/VerificationNotice.tsx'
import { Announcement } from './Announcement.tsx'
import { BillingBanners } from './BillingBanners.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { useMigratedAppsCheck } from './migrated-apps-check.ts'
import { OutOfDateAlert } from './OutOfDateAlert.tsx'

/** Notices above every page, and checks that run after the first page is loaded. */
export function Notices() {
  useMigratedAppsCheck()
  return (
    <>
      <OutOfDateAlert />
      <MaintenanceNotice />
      <Announcement />
      <VerificationNotice />
      {offers('billing') && <BillingBanners />}
    </>
  )
}
