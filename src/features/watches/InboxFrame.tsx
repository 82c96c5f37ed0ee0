import { Outlet } from 'react-router'
import { paths } from '@/lib/paths.ts'
import { inboxText as text, watchesText } from '@/messages/watches/watches.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'

const tabs = [
  { to: paths.inbox(), label: text.title, end: true },
  { to: paths.watches(), label: watchesText.title },
]

/** Frame of the two tabs: inbox and watches. */
export function Component() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} tabs={tabs} tabsLabel={text.tabs} flush>
      <Outlet />
    </PageFrame>
  )
}
