import { type SubmitEvent, useCallback, useEffect, useState } from 'react'
import { adminPaths } from '#contract/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { AdminError, type Answer, adminGet, adminPost, sentenceOf } from './admin-api.ts'

type Approvals = Answer<'approvals'>
type Act = () => Promise<unknown>

/** What waits for a second person, with what was looked at; resets that can be stopped. */
export default function ApprovalsPage() {
  const [found, setFound] = useState<Approvals>()
  const [failure, setFailure] = useState<string>()
  /** What waits for the password or a code. */
  const [waiting, setWaiting] = useState<{ act: Act }>()

  const load = useCallback(async () => {
    try {
      setFound(await adminGet('approvals'))
    } catch (fault) {
      if (fault instanceof AdminError && fault.status === 401) window.location.assign(adminPaths.login)
      else setFailure(sentenceOf(fault))
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])

  async function run(act: Act) {
    setFailure(undefined)
    try {
      await act()
    } catch (fault) {
      if (fault instanceof AdminError && fault.problem?.errors?.proof) return setWaiting({ act })
      setFailure(sentenceOf(fault))
    }
    await load()
  }

  return (
    <section className="grid max-w-text gap-6">
      <title>Approvals – Back office</title>
      <h1 className="display text-heading">Approvals</h1>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {found?.approvals.length === 0 && found.resets.length === 0 && <p className="text-muted">Nothing waits.</p>}
      {found?.resets.map(({ id, email, kind, asked_by, effective_at }) => (
        <article key={`reset ${id}`} className="grid justify-items-start gap-3 rounded-card border border-hairline p-5">
          <h2 className="display text-title">
            {kind === 'password' ? 'Password' : 'Two-step sign-in'} of {email} is to be reset
          </h2>
          <p>
            Asked by {asked_by}. It happens at {new Date(effective_at).toLocaleString('en-US')} unless it is stopped.
          </p>
          <Button kind="secondary" onClick={() => run(() => adminPost('stopReset', { staff_reset_id: id }))}>
            Stop it
          </Button>
        </article>
      ))}
      {found?.approvals.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} onRun={run} />
      ))}
      <ProofDialog
        open={waiting !== undefined}
        onClose={() => setWaiting(undefined)}
        onProven={() => {
          const act = waiting?.act
          setWaiting(undefined)
          if (act) void run(act)
        }}
      />
    </section>
  )
}

const STATES = {
  proposed: 'waits for approval',
  approved: 'approved, to be carried out',
  refused: 'refused',
  void: 'void: the data has changed',
  done: 'approved and done',
}

/** Who a change of staff is about, its figures say. */
const TITLES: Record<string, (subject: string) => string> = {
  'staff.add': (email) => `Add ${email} to the staff`,
  'staff.change': () => 'Change an account of the staff',
  'setting.change': (key) => `Change the setting ${key}`,
  'plan.publish': (month) => `Publish the plan that counts from ${month}`,
  'month.close': (month) => `Close ${month}`,
  'month.pay': (month) => `Mark ${month} as paid`,
  'payment.refund': (order) => `Refund of order ${order}`,
}

function ApprovalCard({ approval, onRun }: { approval: Approvals['approvals'][number]; onRun: (act: Act) => void }) {
  const { id, action, subject, preview, reason, proposed_by, proposed_at, state, decided_by, own } = approval
  const decide = (name: 'approve' | 'refuseApproval') => () => onRun(() => adminPost(name, { approval_id: id }))
  return (
    <article className="grid gap-3 rounded-card border border-hairline p-5">
      <h2 className="display text-title">{TITLES[action]?.(subject) ?? `${action} ${subject}`}</h2>
      <p className="text-note text-muted">
        {STATES[state]}
        {decided_by && ` · ${decided_by}`}
      </p>
      <p>
        Proposed by {proposed_by} on {new Date(proposed_at).toLocaleString('en-US')}: {reason}
      </p>
      <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {preview.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {(state === 'proposed' || state === 'approved') && (
        <div className="flex flex-wrap gap-3">
          {state === 'proposed' && !own && <Button onClick={decide('approve')}>Approve</Button>}
          <Button kind="secondary" onClick={decide('refuseApproval')}>
            {own ? 'Withdraw' : 'Refuse'}
          </Button>
        </div>
      )}
    </article>
  )
}

type ProofDialogProps = { open: boolean; onClose: () => void; onProven: () => void }

function ProofDialog({ open, onClose, onProven }: ProofDialogProps) {
  const [failure, setFailure] = useState<string>()
  async function prove(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    try {
      await adminPost('proveStaff', Object.fromEntries(new FormData(event.currentTarget)))
      onProven()
    } catch (fault) {
      setFailure(sentenceOf(fault))
    }
  }
  return (
    <Dialog open={open} onClose={onClose} title="Is it still you?">
      <form noValidate onSubmit={prove} className="grid gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <p>This needs your password, or a code of your app.</p>
        <TextField label="Password" name="password" type="password" autoComplete="current-password" optional />
        <TextField label="Code" name="code" autoComplete="one-time-code" optional />
        <Button type="submit">Go on</Button>
      </form>
    </Dialog>
  )
}
