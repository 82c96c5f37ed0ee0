import { Outlet } from 'react-router'
import { preferencePages } from '@/domain/account/preference-pages.ts'
import { preferenceTabText as text } from '@/messages/preference-tabs.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'

/** The frame of the preferences of the signed-in person: their tabs. */
export function Component() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} tabs={preferencePages()} tabsLabel={text.tabs} flush>
      <Outlet />
    </PageFrame>
  )
}
