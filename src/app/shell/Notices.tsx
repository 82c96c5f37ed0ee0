import { offers } from '@/api/api.ts'
import { VerificationNotice } from '@/features/sign-in/verify-email/VerificationNotice.tsx'
import { Announcement } from './Announcement.tsx'
import { BillingBanners } from './BillingBanners.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { useMigratedAppsCheck } from './migrated-apps-check.ts'

/** Notices above every page, which scroll with it, and checks that run after the first page is loaded. */
export function Notices() {
  useMigratedAppsCheck()
  return (
    <>
      <MaintenanceNotice />
      <Announcement />
      <VerificationNotice />
      {offers('billing') && <BillingBanners />}
    </>
  )
}
