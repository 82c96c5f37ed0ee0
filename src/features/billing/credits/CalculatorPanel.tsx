import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { planDetails } from '@/features/billing/plan-facts.ts'
import { plansQuery, subscriptionQuery } from '@/features/billing/plans.queries.ts'
import { afterQuery, QueryPanel } from '@/features/billing/QueryPanel.tsx'
import { formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { creditText as text } from '@/messages/billing/credits.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import {
  creditBalance,
  creditDiscount,
  creditPrice,
  creditsNeeded,
  digitsUpTo,
  MAX_CREDITS,
  MAX_MONTHS,
} from './credit-rules.ts'
import { bundlesQuery } from './credits.queries.ts'
import styles from '@/features/billing/BillingPage.module.css'

const FIRST_DEVICES = '1'
const FIRST_MONTHS = '12'

/** Calculates the credits that additional devices need for a number of months. */
export function CalculatorPanel({ organization }: { organization: number }) {
  const time = useTimeSource()
  const bundles = useQuery(bundlesQuery(organization))
  const allowance = useQuery(freeAllowanceQuery(organization))
  const subscription = useQuery(subscriptionQuery(organization))
  const plans = useQuery(plansQuery())
  const [devices, setDevices] = useState(FIRST_DEVICES)
  const [months, setMonths] = useState(FIRST_MONTHS)
  const plan = plans.data?.find(({ billing_code }) => billing_code === subscription.data?.plan)
  const discount = creditDiscount(subscription.data ?? null)
  return (
    <QueryPanel
      title={text.calculator}
      query={afterQuery(allowance, afterQuery(subscription, afterQuery(plans, bundles)))}
      failed={text.summaryFailed}
      lines={4}
      footer={<span className={styles.quiet}>{text.calculatorNote}</span>}
    >
      {(data) => {
        const needed = creditsNeeded({
          currentDevices: allowance.data?.totalDeviceCount ?? 0,
          estimatedDevices: Number(devices),
          includedDevices: plan ? planDetails(plan).devices : 0,
          months: Number(months),
          balance: creditBalance(data, time.now()),
        })
        return (
          <div className={styles.stack}>
            <div className={styles.fields}>
              <TextField
                label={text.estimatedDevices}
                inputMode="numeric"
                value={devices}
                onChange={({ target }) => setDevices(digitsUpTo(MAX_CREDITS, target.value))}
              />
              <TextField
                label={text.months}
                inputMode="numeric"
                value={months}
                onChange={({ target }) => setMonths(digitsUpTo(MAX_MONTHS, target.value))}
              />
            </div>
            <div className={styles.figure}>
              <span className={styles.quiet}>{text.needed}</span>
              <Status as="span" className={styles.amount} aria-label={text.needed}>
                {formatNumber(needed)}
              </Status>
              {needed > 0 && discount !== null && (
                <span className={styles.quiet}>
                  {text.neededCost(formatCents(needed * creditPrice(needed, discount)))}
                </span>
              )}
            </div>
          </div>
        )
      }}
    </QueryPanel>
  )
}
