import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Dia } from '#domain/data.ts'
import type { MotivoDePendencia } from '#domain/movimento.ts'
import { prepararCodigos } from '#server/codigos/preparar.actions.ts'
import { aplicarMovimento, creditarMovimento } from '#server/conciliacao/aplicar.actions.ts'
import { ignorarMovimento, vincularMovimento } from '#server/conciliacao/decisoes.actions.ts'
import { importarExtratos } from '#server/conciliacao/importar.actions.ts'
import { julgarPendentes } from '#server/conciliacao/julgar.actions.ts'
import { sugestoesDe } from '#server/conciliacao/sugestoes.queries.ts'
import { pagar } from '#server/contas-receber/pagamentos.actions.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { umCnab400, umOfx } from '../test/arquivo-do-banco.ts'
import { bancoDeMedida } from './banco.ts'
import { type Empresa, inventarEmpresa } from './precisao-empresa.ts'
import { type Caso, criarMes } from './precisao-mes.ts'

/*
 * The precision of matching, through the database and the product's own interfaces: a generated company, and a month of
 * statements, returns and Pix, day by day. Each movement knows whose it is; automatic matches and first suggestions are compared
 * with that. At the end of each day a simulated person makes the right decisions, so that the next day begins from there.
 *   node bench/precisao.ts [customers, 10000] [movements, 3000]
 */
const CLIENTES = Number(process.argv[2] ?? 10_000)
const MOVIMENTOS = Number(process.argv[3] ?? 3_000)
const DIAS = 20
const RECEBEDOR = { chave: '11222333000181', nome: 'SERRA AZUL', cidade: 'SAO PAULO' }
const USUARIO = 1

const banco = await bancoDeMedida()
const { db, fechar } = abrirBanco(banco.url)
const pasta = mkdtempSync(join(tmpdir(), 'bench-precisao-'))

interface Linha {
  movimentos: number
  sozinhos: number
  errados: number
  sugeridos: number
  primeira: number
  novos: number
}

async function escreverEmpresa({ clientes, contas }: Empresa) {
  const cliente = new pg.Client({ connectionString: banco.url })
  await cliente.connect()
  await cliente.query('set session_replication_role = replica') // as the application would leave it
  await cliente.query(
    `insert into usuario (name, email, senha_hash, role, created_at, updated_at) values ('A', 'a@bench.local', '-', 'admin', now(), now())`,
  )
  await cliente.query(
    `insert into conta (cliente_id, numero, nosso_numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
     select c, n, t, v, d - 30, d, d, 'manual', now(), now()
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::date[]) as x(c, n, t, v, d)`,
    [
      contas.map(({ clienteId }) => clienteId),
      contas.map(({ id }) => `N${id}`),
      contas.map(({ nossoNumero }) => nossoNumero),
      contas.map(({ valorCentavos }) => valorCentavos),
      contas.map(({ vencimento }) => vencimento),
    ],
  )
  await cliente.query(
    `insert into cliente (nome, documento, status, aberto_centavos, contas_abertas, vencimento_mais_antigo, created_at, updated_at)
     select x.nome, x.documento, 'ativo', a.centavos, a.contas, a.dia, now(), now()
     from unnest($1::text[], $2::text[]) with ordinality as x(nome, documento, id)
       join (select cliente_id, sum(valor_centavos) as centavos, count(*) as contas, min(vencimento_util) as dia from conta group by 1) a
         on a.cliente_id = x.id
     order by x.id`,
    [clientes.map(({ nome }) => nome), clientes.map(({ documento }) => documento)],
  )
  await cliente.query('analyze')
  await cliente.end()
}

/** Events before the money: codes sent, and receipts typed in. */
async function preparar(casos: readonly Caso[], agora: Date) {
  for (const caso of casos) {
    if (caso.codigoDe) {
      const pedido = { clienteId: caso.clienteId!, contas: [caso.codigoDe], mensagemId: null }
      const [codigo] = await emTransacao(db, (trx) =>
        prepararCodigos(trx, [pedido], { recebedor: RECEBEDOR, comPsp: false, agora }),
      )
      caso.txid = codigo!.txid
    }
    if (caso.registrado) {
      const { contaId, dia } = caso.registrado
      const pedido = { valor: caso.valorCentavos, pago_em: dia, forma: 'pix' as const }
      const causa = { origem: 'integracao' as const, usuarioId: USUARIO, agora }
      const { id } = await emTransacao(db, (trx) => pagar(trx, contaId, pedido, causa))
      caso.certo = { pagamentoId: id }
    }
  }
}

/** Imports the bank's files and the PSP's Pix. Returns the movements' ids, in the order of the cases. */
async function chegar(casos: readonly Caso[], dia: Dia, agora: Date): Promise<number[]> {
  const ids: number[] = []
  const de = (origem: Caso['origem']) => [...casos.keys()].filter((i) => casos[i]!.origem === origem)
  const linhas = de('ofx').map((i) => ({ dia, valorCentavos: casos[i]!.valorCentavos, memo: casos[i]!.memo }))
  const titulos = de('cnab400').map((i) => {
    const { valorCentavos, nossoNumero, nome } = casos[i]!
    return { dia, valorCentavos, nossoNumero: nossoNumero!, nome }
  })
  for (const [origem, nome, texto] of [
    ['ofx', 'extrato.ofx', umOfx(linhas)],
    ['cnab400', 'retorno.ret', umCnab400(titulos, dia)],
  ] as const) {
    const lugares = de(origem)
    if (lugares.length === 0) continue
    const importacaoId = await importar(`${dia}-${nome}`, texto, agora)
    const { rows } = await sql<{ id: number }>`
      select id from movimento where importacao_id = ${importacaoId} order by id`.execute(db)
    if (rows.length !== lugares.length) throw new Error(`${nome}: ${rows.length} of ${lugares.length} lines came`)
    for (const [n, i] of lugares.entries()) ids[i] = rows[n]!.id
  }
  const pix = de('pix')
  const registrados = await emTransacao(db, (trx) =>
    registrarMovimentos(
      trx,
      pix.map((i, n) => umPix(casos[i]!, dia, n)),
      { agora },
    ),
  )
  for (const [n, i] of pix.entries()) ids[i] = registrados[n]!.id
  while ((await julgarPendentes(db, agora)) > 0);
  return ids
}

async function importar(nome: string, texto: string, agora: Date): Promise<number> {
  const caminho = join(pasta, nome)
  writeFileSync(caminho, texto)
  const relogio = { agora: () => agora, deFora: () => agora }
  const pedido = {
    usuarioId: USUARIO,
    ip: null,
    simular: false,
    arquivo: nome,
    caminho,
    tamanho: statSync(caminho).size,
  }
  const aceitar = new Set<MotivoDePendencia>(['outra_conta'])
  const { importacao_id } = await importarExtratos({ db, relogio }, { ...pedido, aceitar })
  return importacao_id
}

const umPix = ({ txid, valorCentavos }: Caso, dia: Dia, n: number) => ({
  origem: 'pix' as const,
  tipo: 'credito' as const,
  banco: null,
  contaBancaria: null,
  dia,
  diaCredito: dia,
  valorCentavos,
  saiu: false,
  tarifaCentavos: 0,
  descricao: 'Pix recebido',
  pagador: null,
  txid: txid ?? null,
  endToEndId: `E99999004${dia.replaceAll('-', '')}1500${String(n).padStart(11, '0')}`,
  nossoNumero: null,
  ocorrencia: null,
  lote: false,
})

const mesmas = (umas: readonly number[], outras: readonly number[]) =>
  umas.toSorted((a, b) => a - b).join() === outras.toSorted((a, b) => a - b).join()

async function contar(casos: readonly Caso[], ids: readonly number[], placar: Map<string, Linha>) {
  const sugestoes = await sugestoesDe(db, ids)
  for (const [i, { tipo, certo, clienteId }] of casos.entries()) {
    const linha = placar.get(tipo) ?? { movimentos: 0, sozinhos: 0, errados: 0, sugeridos: 0, primeira: 0, novos: 0 }
    placar.set(tipo, linha)
    linha.movimentos += 1
    const { automatico, situacao, cliente_id } = await db
      .selectFrom('movimento')
      .select(['automatico', 'situacao', 'cliente_id'])
      .where('id', '=', ids[i]!)
      .executeTakeFirstOrThrow()
    if (automatico) {
      const pagas = await contasPagas(ids[i]!)
      const bem = 'contas' in certo && cliente_id === clienteId && mesmas(pagas, certo.contas)
      linha.sozinhos += 1
      if (!bem) linha.errados += 1
    } else if (situacao === 'sugerido') {
      const [primeira] = sugestoes.get(ids[i]!) ?? []
      linha.sugeridos += 1
      if (primeira && acertou(primeira, certo, clienteId)) linha.primeira += 1
    } else linha.novos += 1
  }
}

type Sugestao = NonNullable<Awaited<ReturnType<typeof sugestoesDe>> extends Map<number, infer S> ? S : never>[number]

function acertou({ acao, cliente, contas, pagamento_id }: Sugestao, certo: Caso['certo'], clienteId: number | null) {
  if ('pagamentoId' in certo) return pagamento_id === certo.pagamentoId
  if (clienteId === null || acao !== 'aplicar') return false
  return (
    cliente?.id === clienteId &&
    mesmas(
      contas.map(({ id }) => id),
      certo.contas,
    )
  )
}

async function contasPagas(movimentoId: number): Promise<number[]> {
  const { rows } = await sql<{ conta_id: number }>`
    select a.conta_id from pagamento p join pagamento_alocacao a on a.pagamento_id = p.id where p.movimento_id = ${movimentoId}`.execute(
    db,
  )
  return rows.map(({ conta_id }) => conta_id)
}

/** The person who closes the day makes the right decision for everything not matched automatically. */
async function decidir(casos: readonly Caso[], ids: readonly number[], agora: Date) {
  const causa = { origem: 'conciliacao' as const, usuarioId: USUARIO, agora }
  for (const [i, { certo, clienteId, valorCentavos, partes }] of casos.entries()) {
    const { automatico } = await db
      .selectFrom('movimento')
      .select('automatico')
      .where('id', '=', ids[i]!)
      .executeTakeFirstOrThrow()
    if (automatico) continue
    await emTransacao(db, async (trx) => {
      if ('pagamentoId' in certo) return vincularMovimento(trx, ids[i]!, certo.pagamentoId, causa)
      if (clienteId === null) return ignorarMovimento(trx, ids[i]!, 'De fornecedor', causa)
      if (certo.contas.length === 0) return creditarMovimento(trx, ids[i]!, clienteId, causa)
      const soma = partes.reduce((total, parte) => total + parte.valorCentavos, 0)
      if (soma !== valorCentavos) throw new Error(`${soma} of ${valorCentavos}`)
      return aplicarMovimento(trx, ids[i]!, partes, causa)
    })
  }
}

function mostrar(placar: ReadonlyMap<string, Linha>) {
  console.table([...placar].map(([tipo, linha]) => ({ tipo, ...linha })))
  const total = [...placar.values()].reduce((soma, uma) => ({
    movimentos: soma.movimentos + uma.movimentos,
    sozinhos: soma.sozinhos + uma.sozinhos,
    errados: soma.errados + uma.errados,
    sugeridos: soma.sugeridos + uma.sugeridos,
    primeira: soma.primeira + uma.primeira,
    novos: soma.novos + uma.novos,
  }))
  const parte = (um: number, de: number) => `${((um / de) * 100).toFixed(1)} %`
  console.log(
    `${total.movimentos} movements: ${total.sozinhos} (${parte(total.sozinhos, total.movimentos)}) applied by themselves, ${total.errados} wrong; ` +
      `${total.sugeridos} suggested, the first right in ${parte(total.primeira, total.sugeridos)}; ${total.novos} nobody's`,
  )
  if (total.errados > 0 || total.primeira / total.sugeridos < 0.95) process.exitCode = 1
}

try {
  const empresa = inventarEmpresa(20261120, CLIENTES)
  await escreverEmpresa(empresa)
  const mes = criarMes(empresa)
  const placar = new Map<string, Linha>()
  for (let n = 0; n < DIAS; n++) {
    const { dia, casos } = mes.viver(n, Math.ceil(MOVIMENTOS / DIAS))
    const agora = new Date(`${dia}T18:00:00.000Z`)
    await preparar(casos, agora)
    const ids = await chegar(casos, dia, agora)
    await contar(casos, ids, placar)
    await decidir(casos, ids, agora)
  }
  mostrar(placar)
} finally {
  await fechar()
  await banco.fechar()
  rmSync(pasta, { recursive: true, force: true })
}
