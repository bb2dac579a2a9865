import pg from 'pg'

/** A statement as sent to the database. */
export interface Pedida {
  text: string
  values: unknown[]
}

/** Searches begin with the mark by which they are cancelled. */
const LEEM = /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/
const LEEM_OU_ESCREVEM = /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/

/** The `select` statements (all, or those that match `quais`) that this process sends to its databases during `fazer`. */
export async function pedidasDurante(
  fazer: () => Promise<unknown>,
  quais: 'leituras' | 'todas' = 'leituras',
): Promise<Pedida[]> {
  const forma = quais === 'todas' ? LEEM_OU_ESCREVEM : LEEM
  const pedidas: Pedida[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [um, valores] = args as [string | Pedida, unknown[] | undefined]
    const { text, values = valores ?? [] } = typeof um === 'string' ? { text: um } : um
    if (forma.test(text)) pedidas.push({ text, values })
    return original.apply(this, args as never)
  } as never
  try {
    await fazer()
  } finally {
    pg.Client.prototype.query = original
  }
  return pedidas
}

interface No {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: No[]
}

/** Tables that grow with the company's size. */
const CRESCEM = new Set([
  'cliente',
  'contato',
  'conta',
  'mensagem',
  'log',
  'cobranca_passo',
  'pagamento',
  'execucao_item',
  'promessa',
  'contestacao',
  'movimento',
  'pagamento_alocacao',
  'evento_recebido',
  'importacao_item',
])

/** Rows that a plan reads from the growing tables, returned or filtered out, and the blocks of 8 KiB it touches. */
export interface Leitura {
  linhas: number
  blocos: number
}

/** Runs a statement again to measure what it reads. */
export async function lerPlano(banco: pg.Client, { text, values }: Pedida): Promise<Leitura> {
  const { rows } = await banco.query<{ 'QUERY PLAN': [{ Plan: No }] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  )
  const plano = rows[0]!['QUERY PLAN'][0].Plan
  return { linhas: linhasDo(plano), blocos: (plano['Shared Hit Blocks'] ?? 0) + (plano['Shared Read Blocks'] ?? 0) }
}

function linhasDo(no: No): number {
  const porVez = no['Actual Rows'] + (no['Rows Removed by Filter'] ?? 0) + (no['Rows Removed by Index Recheck'] ?? 0)
  const daqui = CRESCEM.has(no['Relation Name'] ?? '') ? Math.round(porVez * no['Actual Loops']) : 0
  return (no.Plans ?? []).reduce((soma, filho) => soma + linhasDo(filho), daqui)
}

/** The growing tables that a statement would scan sequentially; it is planned, not executed. */
export async function lidasInteiras(banco: pg.Client, { text, values }: Pedida): Promise<string[]> {
  const { rows } = await banco.query<{ 'QUERY PLAN': [{ Plan: No }] }>(`explain (format json) ${text}`, values)
  return inteirasDo(rows[0]!['QUERY PLAN'][0].Plan)
}

const inteirasDo = (no: No): string[] => [
  ...(no['Node Type'] === 'Seq Scan' && CRESCEM.has(no['Relation Name'] ?? '') ? [no['Relation Name']!] : []),
  ...(no.Plans ?? []).flatMap(inteirasDo),
]
