import { redirect } from 'react-router'
import type { Role } from '@/domain/access/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { accessText as text } from '@/messages/access/access.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** The redirect away from a page that the role of the user does not allow. A toast says why. `page` is its title. */
export function leavePage(page: string, role: Role): Response {
  showToast({
    tone: 'warn',
    key: 'no-permission',
    title: text.pageNotAllowed(page),
    detail: text.notAllowed(text.roles[role]),
  })
  return redirect(paths.home())
}
