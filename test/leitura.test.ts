import { describe, expect } from 'vitest'
import { portaLivre } from '#server/db/porta.ts'
import { ATRASO_DEMAIS_MS, comMedidor, type MedidaDoLoop, medirLoop, PARADA_DEMAIS_MS } from './event-loop.ts'
import { chaveDe, criarCancelamento, criarNota } from './nota.ts'
import { type Processo, test } from './processo.ts'
import type { World } from './world.ts'
import { criarZip } from './zip.ts'

// How long each blocks the event loop is printed by `VER=1 npx vitest run test/leitura.test.ts`.
const MEMORIA_MIB = 900

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"'
const zip = (dados: string | Buffer, vezes = 1) =>
  criarZip(Array.from({ length: vezes }, (_, i) => ({ nome: `${i}.xml`, dados })))
const evento = '<infEvento><cStat>135</cStat><chNFe>1</chNFe></infEvento>'
const linhaRuim = `${'Ana;1;'.padEnd(90, 'x')};;\n`

/** Uploads that once blocked a server, or would block one that reads carelessly. */
const HOSTIS: [string, 'csv' | 'xml', () => Buffer][] = [
  ['20,000 events of one answer', 'xml', () => zip(`<retEvento ${NFE}>${evento.repeat(20_000)}</retEvento>`)],
  [
    'events and notes by the thousand',
    'xml',
    () => {
      const notas = Array.from({ length: 2_400 }, (_, i) => `<NFe><infNFe Id="NFe${i}"/></NFe>`).join('')
      const eventos = Array.from({ length: 2_400 }, (_, i) => `<infEvento><chNFe>x${i}</chNFe></infEvento>`).join('')
      return zip(`<a ${NFE}>${notas}${eventos}</a>`)
    },
  ],
  ['100,000 columns of one name', 'csv', () => Buffer.from(`nome;cpf${';tel'.repeat(100_000)}\nAna;52998224725\n`)],
  [
    '400 columns of one name',
    'csv',
    () => Buffer.from(`nome;cpf${';tel'.repeat(400)}\n${`Ana;52998224725${';1'.repeat(400)}\n`.repeat(2_000)}`),
  ],
  ['rows of a million cells', 'csv', () => Buffer.from(`nome;cpf\n${`Ana;1${';'.repeat(1_000_000)}\n`.repeat(4)}`)],
  ['rows of 60,000 empty cells', 'csv', () => Buffer.from(`nome;cpf\n${`Ana;1${';'.repeat(60_000)}\n`.repeat(60)}`)],
  [
    'a day of 100,000 letters',
    'csv',
    () => Buffer.from(`nome;cpf;valor;vencimento\n${`Ana;52998224725;1;${'T'.repeat(100_000)}\n`.repeat(20)}`),
  ],
  ['15,000 rows that are refused', 'csv', () => Buffer.from(`nome;cpf;valor;vencimento\n${linhaRuim.repeat(15_000)}`)],
  [
    'rows that contradict each other',
    'csv',
    () => Buffer.from(`nome;cpf\n${Array.from({ length: 15_000 }, (_, i) => `Ana ${i};52998224725\n`).join('')}`),
  ],
  ['names of 19 MB', 'xml', () => zip(`<NFe><${'a'.repeat(19_000_000)}/></NFe>`, 3)],
  [
    'an element of a million attributes',
    'xml',
    () => zip(`<NFe ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(' ')}/>`),
  ],
  ['a value of 19 MB', 'xml', () => zip(`<NFe a="${'&amp;'.repeat(3_800_000)}"/>`, 3)],
  ['elements without number', 'xml', () => zip(`<NFe>${'<a/>'.repeat(4_900_000)}</NFe>`)],
  [
    'a namespace of 9,000 letters on each of many',
    'xml',
    () => zip(`<NFe xmlns="${'x'.repeat(9_000)}">${'<a/>'.repeat(400_000)}</NFe>`, 2),
  ],
  ['5,000 files that are nothing', 'xml', () => zip('x', 5_000)],
  [
    '20,000 notes that wait for a word',
    'xml',
    () => {
      const [nfe] = /<NFe[\s\S]*<\/NFe>/.exec(criarNota({ numero: 1 }))!
      return zip(`<enviNFe ${NFE}>${nfe.repeat(5_000)}</enviNFe>`, 4)
    },
  ],
  [
    'notes of thousands of parcels',
    'xml',
    () => zip(`<a ${NFE}>${`<infNFe Id="x">${'<cobr><dup/></cobr>'.repeat(990)}</infNFe>`.repeat(400)}</a>`),
  ],
]

const ONDE = {
  csv: ['csv_file', '/api/operador/clientes/importar-csv'],
  xml: ['arquivo_xml', '/api/operador/contas-receber/importar-xml'],
} as const

/** A program that measures its event loop, with an operator, after a first read of each kind. */
const preparar = async (world: World, iniciar: (ambiente: Record<string, string>) => Promise<Processo>) => {
  const medidor = await portaLivre()
  const programa = await iniciar(comMedidor(medidor))
  const ana = await world.criarOperador()
  const enviar = async (
    tipo: 'csv' | 'xml',
    conteudo: Buffer,
    { simular = true } = {},
  ): Promise<{ resposta: Response; loop: MedidaDoLoop }> => {
    const [campo, caminho] = ONDE[tipo]
    const formulario = new FormData()
    formulario.set(campo, new Blob([new Uint8Array(conteudo)]), `arquivo.${tipo}`)
    await medirLoop(medidor)
    const resposta = await programa.chamar(ana, 'POST', `${caminho}${simular ? '?simular=1' : ''}`, formulario)
    return { resposta, loop: await medirLoop(medidor) }
  }
  await enviar('csv', Buffer.from('nome;cpf\nAna;52998224725\n')) // warm-up: code is compiled at its first use
  await enviar('xml', zip(`<NFe ${NFE}><infNFe Id="x"/></NFe>`))
  return enviar
}

describe('whatever is uploaded, the server goes on answering', () => {
  test('and says what is wrong with it', async ({ world, iniciar }) => {
    const enviar = await preparar(world, iniciar)
    for (const [nome, tipo, fazer] of HOSTIS) {
      const { resposta, loop } = await enviar(tipo, fazer())
      if (process.env.VER) console.log(nome, loop, resposta.status)
      expect([200, 413, 422], nome).toContain(resposta.status)
      const { message } = (await resposta.json()) as { message?: string }
      if (resposta.status !== 200) expect(message, nome).toMatch(/\p{L}.{20,}\.$/u)
      expect(loop.paradaMs, `${nome}: the loop stood still`).toBeLessThan(PARADA_DEMAIS_MS)
      expect(loop.atrasoMs, `${nome}: the loop was late`).toBeLessThan(ATRASO_DEMAIS_MS)
      expect(loop.memoriaMib, `${nome}: memory`).toBeLessThan(MEMORIA_MIB)
    }
  })

  test('also while it cancels all that an upload before brought', async ({ world, iniciar }) => {
    const enviar = await preparar(world, iniciar)
    const numeros = Array.from({ length: 250 }, (_, i) => i + 1)
    const parcelas = Array.from({ length: 120 }, () => ({ vencimento: '2026-12-03', valor: '1.00' }))
    const notas = numeros.map((numero) => criarNota({ numero, total: '120.00', parcelas }))
    const cancelamentos = numeros.map((numero) => criarCancelamento(chaveDe({ numero })))
    const contas = numeros.length * parcelas.length
    for (const [documentos, feito] of [
      [notas, { contas_criadas: contas }],
      [cancelamentos, { contas_atualizadas: contas, cancelamentos: numeros.length }],
    ] as const) {
      const arquivos = documentos.map((dados, i) => ({ nome: `${i}.xml`, dados }))
      const { resposta, loop } = await enviar('xml', criarZip(arquivos), { simular: false })
      if (process.env.VER) console.log(feito, loop, resposta.status)
      expect(await resposta.json()).toMatchObject(feito)
      expect(loop.paradaMs).toBeLessThan(PARADA_DEMAIS_MS)
    }
  })
})
