import { Outlet } from 'react-router'
import { preferencePages } from '@/domain/account/preference-pages.ts'
import { preferenceTabText as text } from '@/messages/preferences/preference-tabs.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'

/** Frame of the preferences pages with their tabs. */
export function Component() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} tabs={preferencePages()} tabsLabel={text.tabs} flush>
      <Outlet />
    </PageFrame>
  )
}
