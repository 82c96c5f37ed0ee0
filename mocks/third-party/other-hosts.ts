import type { Instant } from '../../simulator/base/clock.ts'
import type { HandlerResult } from '../http/request-context.ts'
import { codeHost } from './code-host.ts'
import { docsSearch } from './docs-search.ts'
import { statusPage } from './status-page.ts'

/** Answers requests to third-party hosts; undefined for other hosts. */
export const otherHost = (request: Request, url: URL, now: Instant): HandlerResult | undefined =>
  codeHost(request.method, url) ?? statusPage(request.method, url, now) ?? docsSearch(request, url)
