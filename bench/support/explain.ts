import type pg from 'pg'
import type { Recording } from './replay.ts'

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] }

/** Explains a recorded statement: the indexes that PostgreSQL uses, and the tables that it scans sequentially. */
export async function explain(pool: pg.Pool, { text, values }: Recording[number]) {
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values)
  const [{ Plan: root, 'Execution Time': ms }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan; 'Execution Time': number }]
  const nodes = flatten(root)
  return {
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    wholeTables: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    ms,
  }
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]
