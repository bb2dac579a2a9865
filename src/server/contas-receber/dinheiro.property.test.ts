import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { peloSistema, peloUsuario } from '#domain/causa.ts'
import { somarDias } from '#domain/data.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import * as clientes from '#server/clientes/clientes.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import type { Linha } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { quebrarVencidas } from '#server/negociacoes/encerramento.actions.ts'
import { cancelarNegociacao, negociar } from '#server/negociacoes/negociacoes.actions.ts'
import { violada } from '#test/invariantes.ts'
import { test, type World } from '#test/world.ts'
import { cancelarConta, criarConta } from './contas.actions.ts'
import { cancelarContasDasNotas } from './contas-receber.importacao.ts'
import { estornar } from './estornos.actions.ts'
import { pagar } from './pagamentos.actions.ts'

const indice = fc.nat({ max: 50 })
const passo = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      tipo: fc.constant('pagar' as const),
      conta: indice,
      parte: fc.constantFrom(1, 33, 50, 100, 102),
    }),
  },
  { weight: 3, arbitrary: fc.record({ tipo: fc.constant('estornar' as const), pagamento: indice }) },
  {
    weight: 3,
    arbitrary: fc.record({
      tipo: fc.constant('negociar' as const),
      contas: fc.array(indice, { minLength: 1, maxLength: 3 }),
      parcelas: fc.integer({ min: 1, max: 7 }),
      entrada: fc.option(fc.integer({ min: 1, max: 9_000 }), { nil: undefined }),
      desconto: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
      encargos: fc.boolean(),
      em: fc.integer({ min: 0, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('cancelar_acordo' as const) }) },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('passar' as const), dias: fc.integer({ min: 1, max: 25 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      tipo: fc.constant('lancar' as const),
      valor: fc.integer({ min: 1, max: 30_000 }),
      em: fc.integer({ min: -60, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ tipo: fc.constant('cancelar_conta' as const), conta: indice }) },
  { weight: 1, arbitrary: fc.record({ tipo: fc.constant('cancelar_nota' as const), conta: indice }) },
  {
    weight: 1,
    arbitrary: fc.record({ tipo: fc.constantFrom('pausar' as const, 'reativar' as const, 'assumir' as const) }),
  },
)
type Passo = typeof passo extends fc.Arbitrary<infer T> ? T : never

test('money adds up to the cent, whatever is paid, agreed, broken and taken back, in any order', async ({ world }) => {
  const dono = await world.criarOperador()
  await fc.assert(
    fc.asyncProperty(fc.array(passo, { minLength: 3, maxLength: 18 }), async (passos) => {
      world.relogio.mover('2026-11-24T13:00:00Z')
      const { id } = await world.criarCliente({ operador_id: dono.id }, [
        { valor_centavos: 10_001, vencimento: '2026-11-10', ...daNota(world) },
        { valor_centavos: 7_333, vencimento: '2026-12-20', ...daNota(world) },
        { valor_centavos: 1, vencimento: '2026-09-01' },
      ])
      for (const um of passos) {
        await tentar(() => dar(world, dono.id, id, um))
        expect(await violada(world.db), JSON.stringify(um)).toBeNull()
        await conferirContas(world, id)
      }
    }),
    { numRuns: Number(process.env.PROPRIEDADE_RUNS ?? 25) },
  )
})

const daNota = (world: World) => ({ origem: 'nfe' as const, chave_nfe: `nota-${world.numero()}`, ordem: 1 })

/** What the rules refuse is refused; anything else that is thrown is a fault. */
async function tentar(fazer: () => Promise<unknown>) {
  try {
    await fazer()
  } catch (erro) {
    if (!(erro instanceof RegraViolada || erro instanceof CamposInvalidos || erro instanceof NaoEncontrado)) throw erro
  }
}

async function dar(world: World, operadorId: number, id: number, um: Passo): Promise<unknown> {
  const { db } = world
  const autor = peloUsuario(operadorId, null, world.relogio.agora())
  const contas = await db.selectFrom('conta').selectAll().where('cliente_id', '=', id).orderBy('id').execute()
  const conta = (n: number) => contas[n % contas.length]!
  switch (um.tipo) {
    case 'pagar': {
      const { id: contaId, valor_centavos, pago_centavos } = conta(um.conta)
      const valor = Math.max(1, Math.floor(((valor_centavos - pago_centavos) * um.parte) / 100))
      const pedido = { valor, pago_em: world.hoje(), forma: 'pix' as const }
      return db.transaction().execute((trx) => pagar(trx, contaId, pedido, autor))
    }
    case 'estornar': {
      const partes = await db
        .selectFrom('pagamento_alocacao as a')
        .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
        .select(['a.conta_id', 'a.pagamento_id'])
        .where('p.cliente_id', '=', id)
        .orderBy('a.pagamento_id')
        .execute()
      const parte = partes[um.pagamento % Math.max(1, partes.length)]
      return (
        parte &&
        db.transaction().execute((trx) => estornar(trx, parte.conta_id, parte.pagamento_id, 'Devolvido', autor))
      )
    }
    case 'negociar': {
      const pedido = {
        contas: um.contas.map((n) => conta(n).id),
        incluir_encargos: um.encargos,
        desconto: um.desconto,
        entrada: um.entrada,
        parcelas: um.parcelas,
        primeiro_vencimento: somarDias(world.hoje(), um.em),
        enviar_mensagem: true,
      }
      return db.transaction().execute((trx) => negociar(trx, id, pedido, autor))
    }
    case 'cancelar_acordo': {
      const acordo = await db
        .selectFrom('negociacao')
        .select('id')
        .where('cliente_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return acordo && cancelarNegociacao(db, id, acordo.id, 'Desistiu', autor)
    }
    case 'passar':
      world.relogio.passar({ dias: um.dias })
      return quebrarVencidas(db, world.relogio.agora())
    case 'lancar': {
      const vencimento = somarDias(world.hoje(), um.em)
      const nova = { cliente_id: id, numero: 'Nova', valor: um.valor, vencimento }
      return emTransacao(db, (trx) => criarConta(trx, nova, autor))
    }
    case 'cancelar_conta':
      return cancelarConta(db, conta(um.conta).id, 'Engano', autor)
    case 'cancelar_nota':
      return cancelarNota(world, conta(um.conta))
    case 'pausar':
      return clientes.pausar(db, id, { motivo: 'Pediu prazo' }, autor)
    case 'reativar':
      return clientes.reativar(db, id, autor)
    case 'assumir':
      return clientes.assumir(db, id, autor)
  }
}

/** As an imported cancellation does it. */
const cancelarNota = (world: World, { cliente_id, chave_nfe }: Linha<'conta'>) =>
  world.db.transaction().execute(async (trx) => {
    const agora = world.relogio.agora()
    await travarClientes(trx, [cliente_id])
    await cancelarContasDasNotas(trx, chave_nfe ? [chave_nfe] : [], agora)
    await reconciliar(trx, [cliente_id], peloSistema(agora))
  })

/** An account's paid part is its payments up to its face; open, paid and cancelled say the truth about it. */
async function conferirContas(world: World, clienteId: number) {
  const { rows } = await sql<{
    id: number
    situacao: string
    valor: number
    pago: number
    recebido: number
    nota: boolean
  }>`
    select c.id, c.situacao, c.valor_centavos as valor, c.pago_centavos as pago, c.nota_cancelada as nota,
      coalesce((select sum(a.principal_centavos + a.encargos_centavos) from pagamento_alocacao a
        join pagamento p on p.id = a.pagamento_id where a.conta_id = c.id and p.estornado_em is null), 0)::bigint as recebido
    from conta c where c.cliente_id = ${clienteId}`.execute(world.db)
  for (const conta of rows) {
    expect(conta.pago, JSON.stringify(conta)).toBe(Math.min(conta.valor, conta.recebido))
    if (conta.situacao === 'aberta') expect(conta.nota, JSON.stringify(conta)).toBe(false)
  }
}
