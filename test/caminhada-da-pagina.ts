import { diaDe, somarDias } from '#domain/data.ts'
import type { Palco } from './emulador.ts'
import { linha } from './linha.ts'
import { abrirPagina, Pagina } from './pagina.ts'
import type { PassoDaPagina } from './passos-do-cliente.ts'
import type { BancoEmulado } from './psp.ts'
import { semErro } from './sem-erro.ts'
import type { World } from './world.ts'

interface Empresa {
  world: World
  palco: Palco
  banco: BancoEmulado
  cliente(qual: number): Promise<number>
}

/** What a customer, or whoever has their phone, does on their page; a refusal is an acceptable answer. */
export async function naPagina(empresa: Empresa, passo: PassoDaPagina): Promise<void> {
  const { world } = empresa
  const clienteId = await empresa.cliente(passo.cliente)
  if (passo.ato === 'pagar') return pagarOUltimo(empresa, clienteId)
  const pagina = await paginaDe(empresa, clienteId)
  if (!pagina) return
  if (passo.ato === 'nao_sou_eu') return chamar(pagina, '/nao-sou-eu', { confirmo: true }).then(() => undefined)
  if (passo.errado) semErro(await pagina.tentar('000'))
  await pagina.entrar()
  const inicio = await pagina.chamar('GET', '/inicio')
  semErro(inicio)
  if (inicio.statusCode !== 200) return
  const pedido = pedidoDe(passo, inicio.json(), world)
  if (!pedido) return
  const vezes = Array.from({ length: passo.abas }, () => chamar(pagina, ...pedido))
  const status = await Promise.all(vezes)
  const ganharam = status.filter((um) => um === 201).length
  if (ganharam > 1 && passo.ato !== 'codigo') throw new Error(`${passo.ato} from two tabs at once: both won`)
}

interface Inicio {
  contas: { id: number }[]
  ofertas: { id: number }[]
}

/** The call that performs this act on what the page shows now; null when it does not apply. */
function pedidoDe(passo: PassoDaPagina, { contas, ofertas }: Inicio, world: World): [string, object?] | null {
  const todas = contas.map(({ id }) => id)
  const escolhidas = passo.todas ? todas : todas.slice(passo.qual, passo.qual + 1)
  switch (passo.ato) {
    case 'aceitar': {
      const oferta = ofertas[passo.qual % Math.max(1, ofertas.length)]
      return oferta ? [`/ofertas/${oferta.id}/aceitar`] : null
    }
    case 'prometer':
      return ['/promessas', { contas: escolhidas, ate: somarDias(diaDe(world.relogio.agora()), passo.em) }]
    case 'contestar':
      return ['/contestacoes', { contas: escolhidas, motivo: 'valor', texto: 'Não foi isso que combinamos' }]
    case 'codigo':
      return ['/codigos', { contas: escolhidas }]
    case 'falar':
      return ['/falar', { texto: 'Quero falar com alguém' }]
    default:
      return ['/parar']
  }
}

async function chamar(pagina: Pagina, caminho: string, corpo?: object): Promise<number> {
  const resposta = await pagina.chamar('POST', caminho, corpo)
  semErro(resposta)
  return resposta.statusCode
}

/** Opens the latest link sent to the phone; creates a new one if there is none or it no longer opens. */
async function paginaDe({ world, palco }: Empresa, clienteId: number): Promise<Pagina | null> {
  const { contato_id, documento } = await linha(world, 'cliente', clienteId)
  if (contato_id === null || documento === null) return null
  const mensagens = await world.db
    .selectFrom('mensagem')
    .select('referencia')
    .where('cliente_id', '=', clienteId)
    .where('direcao', '=', 'enviada')
    .execute()
  const suas = new Set(mensagens.map(({ referencia }) => referencia))
  const mandado = palco.emulador
    .envios()
    .findLast(({ referencia, texto }) => suas.has(referencia!) && NO_TEXTO.test(texto))
  const pagina = mandado && new Pagina(world, NO_TEXTO.exec(mandado.texto)![1]!, documento)
  return pagina && (await pagina.chamar('GET')).statusCode === 200 ? pagina : abrirPagina(world, clienteId)
}

const NO_TEXTO = /\/c\/([\w-]{22})(?![\w-])/

/**
 * Pays the customer's latest code at the emulated PSP, which does not notify; an agreement's first payment before
 * others.
 */
async function pagarOUltimo({ world, banco: { psp, pagos } }: Empresa, clienteId: number): Promise<void> {
  const codigo = await world.db
    .selectFrom('codigo')
    .select('txid')
    .where('cliente_id', '=', clienteId)
    .where('tipo', '<>', 'pix_estatico')
    .where('copia_e_cola', 'is not', null)
    .orderBy((eb) => eb('negociacao_id', 'is not', null), 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (codigo) pagos.push(psp.pagar(codigo.txid, { aForca: true }).endToEndId)
}
