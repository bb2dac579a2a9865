import { sql } from 'kysely'
import { expect } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { MOVIMENTOS, registrar } from './julgamento.ts'
import { umCredito } from './movimento.ts'
import { comPagamento, estornar } from './pagamentos.ts'
import { PIX } from './psp.ts'
import type { World } from './world.ts'

/**
 * Somebody with one of everything: payments, a code, a promise, a dispute, an agreement, movements decided and not. What is done for
 * others leaves all of it as it is: the function that this gives checks that.
 */
export async function comFigurante(world: World): Promise<() => Promise<void>> {
  const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
  const feito = async (url: string, corpo: object, metodo: 'POST' | 'PUT' = 'POST') => {
    const quem = url.startsWith('/api/admin') ? admin : operador
    const resposta = await world.chamar(quem, metodo, url, corpo)
    expect([resposta.statusCode < 300, resposta.body]).toEqual([true, resposta.body])
    return resposta.json()
  }
  await feito('/api/admin/configuracoes/recebimento', { pix: PIX }, 'PUT')
  const conta = { valor_centavos: 10_000, vencimento: world.hoje(), vencimento_util: world.hoje() }
  const { id, contas } = await world.criarCliente({}, Array(8).fill(conta))
  const dele = `/api/operador/clientes/${id}`
  await comPagamento(world, operador, contas[0]!, 40)
  const estornado = await comPagamento(world, operador, contas[0]!, 30)
  await estornar(world, operador, contas[0]!, estornado.id)
  const creditos = [1, 2, 3, 4, 5].map((n) => umCredito(world, { valorCentavos: 7_000 + n }))
  const ids = await registrar(world, ...creditos)
  const decidir = (qual: number, oQue: string, corpo: object) => feito(`${MOVIMENTOS}/${ids[qual]}/${oQue}`, corpo)
  await decidir(0, 'aplicar', { contas: [{ id: contas[1], valor: 50 }] })
  await decidir(1, 'credito', { cliente_id: id })
  await decidir(2, 'ignorar', { motivo: 'Da própria empresa' })
  const aMao = await comPagamento(world, operador, contas[2]!, 70.04)
  await decidir(3, 'vincular', { pagamento_id: aMao.id })
  await feito(`${dele}/negociacoes`, {
    contas: [contas[6]],
    parcelas: 2,
    primeiro_vencimento: somarDias(world.hoje(), 9),
  })
  await feito(`${dele}/promessas`, { contas: [contas[4]], ate: somarDias(world.hoje(), 3) })
  await feito(`${dele}/contestacoes`, { contas: [contas[5]], motivo: 'entrega' })
  await feito(`${dele}/codigos`, { contas: [contas[3]] })
  await feito(`${dele}/codigos`, { contas: [contas[7]] })
  await sql`update codigo set situacao = 'pago' where id = (select min(id) from codigo where cliente_id = ${id})`.execute(
    world.db,
  )
  world.relogio.passar({ segundos: 1 }) // what is written again shows
  const antes = await retrato(world, id, ids)
  return async () => expect(await retrato(world, id, ids)).toEqual(antes)
}

async function retrato({ db }: World, clienteId: number, movimentos: number[]) {
  const contas = sql`select id from conta where cliente_id = ${clienteId}`
  const partes = {
    contas: sql`select * from conta where cliente_id = ${clienteId}`,
    pagamentos: sql`select * from pagamento where cliente_id = ${clienteId}`,
    alocacoes: sql`select * from pagamento_alocacao where conta_id in (${contas})`,
    codigos: sql`select * from codigo where cliente_id = ${clienteId}`,
    partes: sql`select * from codigo_conta where conta_id in (${contas})`,
    promessas: sql`select * from promessa where cliente_id = ${clienteId}`,
    acordos: sql`select * from negociacao where cliente_id = ${clienteId}`,
    acordadas: sql`select * from negociacao_conta where conta_id in (${contas})`,
    disputas: sql`select * from contestacao where cliente_id = ${clienteId}`,
    // What is judged again is that, and no other.
    movimentos: sql`select id, situacao, motivo, cliente_id, aplicado_centavos, credito_centavos, devolvido_centavos,
      sem_prova_centavos, ignorado_centavos, automatico, desfeito, duas_fontes from movimento where id = any(${movimentos}::bigint[])`,
  }
  const ditas = Object.entries(partes).map(async ([nome, linhas]) => {
    const { rows } = await sql<{
      linha: object
    }>`select to_jsonb(l) as linha from (${linhas}) as l order by to_jsonb(l)::text`.execute(db)
    return [nome, rows.map(({ linha }) => linha)] as const
  })
  return Object.fromEntries(await Promise.all(ditas))
}
