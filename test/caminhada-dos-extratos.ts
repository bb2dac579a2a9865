import { somarDias } from '#domain/data.ts'
import type { Linha } from '#server/db/schema.ts'
import { umCnab400, umOfx } from './arquivo-do-banco.ts'
import { enviar } from './multipart.ts'
import type { Passo, PassoDoExtrato } from './passos.ts'
import type { Pessoa, World } from './world.ts'

interface Empresa {
  world: World
  admin: Pessoa
  cliente(qual: number): Promise<number>
  chamar(pessoa: Pessoa, metodo: 'POST', url: string, corpo?: object): Promise<void>
}

const BASE = '/api/admin/conciliacao'
/** How many movements of earlier files a new one may repeat. */
const DE_NOVO = 3

export const ehDoExtrato = (passo: Passo): passo is PassoDoExtrato =>
  passo.tipo === 'extrato' || passo.tipo === 'desfaz_extrato'

/** Imports a bank file with at most one new movement and some repeated ones, or undoes the last import. */
export async function pelosExtratos(empresa: Empresa, passo: PassoDoExtrato): Promise<void> {
  const { world, admin } = empresa
  if (passo.tipo === 'desfaz_extrato') return desfazer(empresa)
  const novo = await dinheiroDe(empresa, passo)
  const antigos = passo.sobrepoe ? await contados(world, passo.formato) : []
  if (!novo && antigos.length === 0) return
  const conteudo =
    passo.formato === 'ofx'
      ? umOfx([
          ...antigos.map(naLinha),
          ...(novo ? [{ ...novo, memo: `PIX RECEBIDO ${novo.nome.toUpperCase()}` }] : []),
        ])
      : umCnab400([...antigos.map(noTitulo), ...(novo ? [novo] : [])], world.hoje())
  const importar = async (maximoDeNovos: number) => {
    const envio = { campo: 'arquivo', nome: `banco.${passo.formato}`, conteudo, extra: { aceitar: 'outra_conta' } }
    const resposta = await enviar(world, admin, `${BASE}/importar`, envio)
    if (resposta.statusCode >= 500) throw new Error(`importing answered ${resposta.statusCode}: ${resposta.body}`)
    if (resposta.statusCode !== 200) return
    const { novos, pendencias } = resposta.json()
    if (novos > maximoDeNovos || pendencias.length > 0)
      throw new Error(`a file with ${maximoDeNovos} new lines brought ${resposta.body}`)
  }
  await importar(novo ? 1 : 0)
  if (passo.deNovo) await importar(0)
}

async function dinheiroDe(empresa: Empresa, passo: Extract<PassoDoExtrato, { tipo: 'extrato' }>) {
  const { world } = empresa
  const clienteId = await empresa.cliente(passo.cliente)
  const contas = await world.db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'cliente_id')
    .select(['conta.id', 'valor_centavos', 'pago_centavos', 'nome'])
    .where('cliente_id', '=', clienteId)
    .orderBy('conta.id')
    .execute()
  const conta = contas[passo.conta % Math.max(1, contas.length)]
  if (!conta) return null
  const aberto = Math.max(1, conta.valor_centavos - conta.pago_centavos)
  const nossoNumero = String(90_000_000 + conta.id * 10 + 1)
  if (passo.formato === 'cnab400')
    await world.db.updateTable('conta').set({ nosso_numero: nossoNumero }).where('id', '=', conta.id).execute()
  return {
    dia: somarDias(world.hoje(), -passo.haDias),
    valorCentavos: { tudo: aberto, parte: Math.ceil(aberto / 2), demais: aberto + 500 }[passo.quanto],
    nome: conta.nome,
    nossoNumero,
  }
}

/** The latest movements reported by files of this kind, for another file to repeat. */
const contados = ({ db }: World, origem: 'ofx' | 'cnab400') =>
  db
    .selectFrom('movimento')
    .selectAll()
    .where('origem', '=', origem)
    .where('importacao_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(DE_NOVO)
    .execute()

const naLinha = ({ dia, valor_centavos, saiu, descricao }: Linha<'movimento'>) => ({
  dia,
  valorCentavos: saiu ? -valor_centavos : valor_centavos,
  memo: descricao,
})

const noTitulo = ({ dia, valor_centavos, nosso_numero, pagador_nome }: Linha<'movimento'>) => ({
  dia,
  valorCentavos: valor_centavos,
  nossoNumero: nosso_numero!,
  nome: pagador_nome ?? '',
})

async function desfazer(empresa: Empresa): Promise<void> {
  const ultima = await empresa.world.db
    .selectFrom('importacao')
    .select('id')
    .where('tipo', '=', 'extrato')
    .where('situacao', '=', 'concluida')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (ultima) await empresa.chamar(empresa.admin, 'POST', `${BASE}/importacoes/${ultima.id}/desfazer`)
}

/** Checks that the closing's parts add up to its total, and that the total is all the money received; null when so. */
export async function fechamentoErrado(world: World, admin: Pessoa): Promise<string | null> {
  const resposta = await world.chamar(admin, 'GET', `${BASE}/resumo?de=2026-01-01&ate=2027-12-31`)
  if (resposta.statusCode !== 200) return `the closing answered ${resposta.statusCode}: ${resposta.body}`
  const dito = resposta.json() as Record<(typeof PARTES)[number] | 'recebido', number>
  const { soma } = await world.db
    .selectFrom('movimento')
    .select(({ fn }) => fn.sum<number | null>('valor_centavos').as('soma'))
    .where('tipo', '=', 'credito')
    .executeTakeFirstOrThrow()
  const centavos = (reais: number) => Math.round(reais * 100)
  const partes = PARTES.reduce((total, parte) => total + centavos(dito[parte]), 0)
  if (centavos(dito.recebido) === partes && partes === Number(soma ?? 0)) return null
  return `the closing says ${resposta.body}, and ${soma} cents came`
}
const PARTES = ['aplicado', 'credito', 'sem_dono', 'ignorado', 'devolvido'] as const
