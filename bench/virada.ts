import pg from 'pg'
import { abrirBanco } from '#server/db/conexao.ts'
import { quebrarVencidas } from '#server/negociacoes/encerramento.actions.ts'
import { encerrarEsperas } from '#server/negociacoes/propostas.actions.ts'
import { julgarVencidas } from '#server/promessas/promessas.actions.ts'
import { medir } from './banco.ts'
import { AGORA } from './povoar.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/*
 * A midnight at which as many promises, agreements and accepted offers are over at once, which the day's run waits for: by the
 * clock, CPU time of each process, statements, and the costliest of them.
 *   node bench/guardado.ts <folder> -- virada [of each, 3800]
 * Its writes are kept: give it a copy of the folder, of 100,000 customers for so many.
 */
const QUANTAS = Number(process.argv[2] ?? 3_800)
const url = process.env.BENCH_DATABASE_URL
if (!url) throw new Error('BENCH_DATABASE_URL names no database of bench/guardado.ts')

await preparar(url)
const { db, fechar } = abrirBanco(url)
const comandos = contarComandos()
try {
  await medirUm('promises', julgarVencidas)
  await medirUm('agreements', quebrarVencidas)
  await medirUm('offers', encerrarEsperas)
} finally {
  await fechar()
}

async function medirUm(nome: string, fazer: typeof julgarVencidas) {
  comandos.clear()
  const antes = { node: segundosDe('self'), banco: await segundosDoBanco(db) }
  const { ms, valor } = await medir(() => fazer(db, AGORA))
  const node = segundosDe('self') - antes.node
  const banco = (await segundosDoBanco(db)) - antes.banco
  const total = [...comandos.values()].reduce((soma, { vezes }) => soma + vezes, 0)
  console.log(
    `${valor} ${nome}: ${(ms / 1_000).toFixed(1)} s by the clock, node ${node.toFixed(1)} s, PostgreSQL ${banco.toFixed(1)}; ${total} statements`,
  )
  const caros = [...comandos].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 12)
  for (const [texto, { vezes, ms }] of caros) console.log(`  ${(ms / 1_000).toFixed(2)} s  ${vezes} ×  ${texto}`)
}

/** What each text took until its answer was read. */
function contarComandos() {
  const vistos = new Map<string, { vezes: number; ms: number }>()
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [um] = args as [string | { text: string }]
    const texto = (typeof um === 'string' ? um : um.text).trim().replaceAll(/\s+/g, ' ').slice(0, 110)
    const inicio = performance.now()
    const resposta = original.apply(this, args as never) as unknown as Promise<unknown> | undefined
    return resposta?.then?.((lida) => {
      const visto = vistos.get(texto) ?? { vezes: 0, ms: 0 }
      vistos.set(texto, { vezes: visto.vezes + 1, ms: visto.ms + performance.now() - inicio })
      return lida
    })
  } as never
  return vistos
}

/** Exactly so many of each are over; all others end in December. */
async function preparar(banco: string) {
  const cliente = new pg.Client({ connectionString: banco })
  await cliente.connect()
  await cliente.query(`
    update promessa set ate = '2026-12-10', limite = '2026-12-11' where status = 'pendente';
    update promessa set ate = '2026-11-20', limite = '2026-11-23'
      where id in (select id from promessa where status = 'pendente' order by id limit ${QUANTAS});
    update conta set vencimento = '2026-12-10', vencimento_util = '2026-12-10'
      where situacao = 'aberta' and acordo_id in (select id from negociacao where status = 'ativa');
    update conta set vencimento = '2026-11-19', vencimento_util = '2026-11-19' where id in (select min(id) from conta
      where situacao = 'aberta' and acordo_id in (select id from negociacao where status = 'ativa' order by id limit ${QUANTAS}) group by acordo_id);
    insert into negociacao (cliente_id, status, origem, valor_original_centavos, encargos_centavos, desconto_centavos,
        valor_negociado_centavos, criada_em, vence_em, parcelas_previstas)
      select id, 'proposta', 'pagina', aberto_centavos, 0, 0, aberto_centavos, '2026-11-20', '2026-11-23', '[]' from cliente
      where contas_abertas > 0 and status in ('ativo', 'aguardando_atendimento', 'em_atendimento') order by id limit ${QUANTAS};
    insert into negociacao_conta (negociacao_id, conta_id, aberto_centavos, vencimento)
      select n.id, a.id, a.valor_centavos - a.pago_centavos, a.vencimento
      from negociacao n join conta a on a.cliente_id = n.cliente_id and a.situacao = 'aberta' where n.status = 'proposta';
    insert into codigo (cliente_id, tipo, txid, copia_e_cola, valor_centavos, situacao, vale_ate, negociacao_id, created_at)
      select cliente_id, 'pix_estatico', 'B' || id, 'x', valor_negociado_centavos, 'emitido', '2026-11-23', id, '2026-11-20'
      from negociacao where status = 'proposta';
    analyze conta, promessa, negociacao, negociacao_conta, codigo`)
  await cliente.end()
}
