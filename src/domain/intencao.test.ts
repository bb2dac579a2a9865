import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diaValido } from './data.ts'
import { lerIntencoes } from './intencao.ts'
import { INTENCOES, type Intencao } from './intencao-falas.ts'

const PASTA = new URL('../../test/samples/intencoes/', import.meta.url)
const HOJE = '2026-11-18'

interface Esperada {
  intencao: Intencao
  dia: string | null
  valor: number | null
  /** The hint is optional: the text may be read either way. */
  talvez: boolean
}
interface Caso {
  texto: string
  hoje: string
  esperadas: Esperada[]
}

const lerCorpus = (arquivo: string): Caso[] =>
  readFileSync(new URL(arquivo, PASTA), 'utf8')
    .split('\n')
    .filter((linha) => linha !== '' && !linha.startsWith('#'))
    .map((linha) => {
      const [mensagem = '', dito = ''] = linha.split(' => ')
      const [, hoje = HOJE, texto = mensagem] = /^\[(\d{4}-\d{2}-\d{2})\] (.*)$/.exec(mensagem) ?? []
      const esperadas = dito.split(', ').flatMap((uma) => (uma === '-' ? [] : lerEsperada(uma, hoje)))
      return { texto, hoje, esperadas }
    })

function lerEsperada(dita: string, hoje: string): Esperada {
  const [intencao = '', ...resto] = dita.replaceAll('?', '').split(' ')
  const data = resto.find((um) => um.includes('/'))
  const [dia, mes, ano = hoje.slice(0, 4)] = data?.split('/') ?? []
  const valor = resto.find((um) => um.startsWith('$'))
  return {
    intencao: intencao as Intencao,
    dia: data ? `${ano}-${mes}-${dia}` : null,
    valor: valor ? Math.round(Number(valor.slice(1)) * 100) : null,
    talvez: dita.includes('?'),
  }
}

/** Counts what is right, wrong and missed; a right hint with a wrong day or amount is wrong. */
function medir(casos: readonly Caso[]) {
  const placar = new Map(
    INTENCOES.map((intencao) => [intencao, { certas: 0, erradas: [] as string[], perdidas: [] as string[] }]),
  )
  for (const { texto, hoje, esperadas } of casos) {
    const dicas = lerIntencoes(texto, hoje)
    for (const dica of dicas) {
      const esperada = esperadas.find(({ intencao }) => intencao === dica.intencao)
      const um = placar.get(dica.intencao)!
      const igual = esperada && esperada.dia === dica.dia && esperada.valor === dica.valor
      if (esperada?.talvez) continue
      if (igual) um.certas += 1
      else um.erradas.push(`${texto} → ${dica.intencao} ${dica.dia ?? ''} ${dica.valor ?? ''}`)
    }
    for (const { intencao, talvez } of esperadas)
      if (!talvez && !dicas.some((dica) => dica.intencao === intencao)) placar.get(intencao)!.perdidas.push(texto)
  }
  return placar
}

const porcento = (parte: number, todo: number) => (todo === 0 ? 100 : (parte / todo) * 100)

function relatar(placar: ReturnType<typeof medir>) {
  const linhas = [...placar].map(([intencao, { certas, erradas, perdidas }]) => ({
    intencao,
    certas,
    erradas: erradas.length,
    perdidas: perdidas.length,
    precisao: porcento(certas, certas + erradas.length),
    cobertura: porcento(certas, certas + perdidas.length),
  }))
  const certas = linhas.reduce((soma, um) => soma + um.certas, 0)
  const erradas = linhas.reduce((soma, um) => soma + um.erradas, 0)
  const perdidas = linhas.reduce((soma, um) => soma + um.perdidas, 0)
  const total = { precisao: porcento(certas, certas + erradas), cobertura: porcento(certas, certas + perdidas) }
  return { linhas, total }
}

const emTexto = ({ linhas, total }: ReturnType<typeof relatar>) =>
  [
    ...linhas.map(
      (um) =>
        `${um.intencao.padEnd(14)} precisão ${um.precisao.toFixed(1).padStart(5)} %  cobertura ${um.cobertura.toFixed(1).padStart(5)} %  (${um.certas} certas, ${um.erradas} erradas, ${um.perdidas} perdidas)`,
    ),
    `${'todas'.padEnd(14)} precisão ${total.precisao.toFixed(1).padStart(5)} %  cobertura ${total.cobertura.toFixed(1).padStart(5)} %`,
  ].join('\n')

describe('what customers mean', () => {
  const escritas = lerCorpus('para-escrever.txt')
  const aParte = lerCorpus('a-parte.txt')

  test('is read from at least 600 messages, half of which no pattern was written for', () => {
    expect(escritas.length + aParte.length).toBeGreaterThanOrEqual(600)
    expect(Math.abs(escritas.length - aParte.length)).toBeLessThanOrEqual(1)
    for (const { esperadas } of [...escritas, ...aParte])
      for (const { intencao, dia } of esperadas) {
        expect(INTENCOES).toContain(intencao)
        if (dia) expect(diaValido(dia)).toBe(true)
      }
  })

  test('is wrong at most once in twenty hints on the half set aside, over all and for each hint', () => {
    const placar = medir(aParte)
    const relato = relatar(placar)
    console.log(emTexto(relato))
    expect(relato.total.precisao).toBeGreaterThanOrEqual(95)
    for (const { intencao, precisao, cobertura } of relato.linhas) {
      expect(precisao, intencao).toBeGreaterThanOrEqual(95)
      expect(cobertura, intencao).toBeGreaterThanOrEqual(60)
    }
  })

  test('is right on the half that the patterns were written for', () => {
    const placar = medir(escritas)
    const relato = relatar(placar)
    if (process.env.INTENCOES_ERROS) {
      for (const [intencao, { erradas, perdidas }] of placar) {
        console.log(intencao, 'ERRADAS\n ', erradas.join('\n  '))
        console.log(intencao, 'PERDIDAS\n ', perdidas.join('\n  '))
      }
      console.log(emTexto(relato))
    }
    expect(relato.total.precisao).toBeGreaterThanOrEqual(99)
    expect(relato.total.cobertura).toBeGreaterThanOrEqual(97)
  })

  test.for([
    ['recebo dia 5, pago dia 6', '2026-12-06', null],
    ['recebo dia 5 e pago dia 6', '2026-12-06', null],
    ['consigo 500 reais amanhã', '2026-11-19', 50_000],
    ['vou pagar, recebo dia 5', '2026-12-05', null],
    ['pago 100 amanhã, pago 200 sexta', null, null],
    ['Pago hoje. Quer dizer, pago amanhã', null, null],
    ['pago sexta. sexta eu pago sem falta', '2026-11-20', null],
    ['pago sim, pago 50 dia 10', '2026-12-10', 5_000],
    ['pago 10 de dezembro', '2026-12-10', null],
    ['posso pagar 1.250,50 dia 20?', '2026-11-20', 125_050],
    ['pago 50% amanhã', '2026-11-19', null],
    ['pago 50 % amanhã', '2026-11-19', null],
    ['pago 100 por cento amanhã', '2026-11-19', null],
    ['pago no segundo dia útil de janeiro', '2027-01-05', null],
    ['pago no 5º dia útil do mês de dezembro', '2026-12-07', null],
    ['pago daqui 10 dias úteis', '2026-12-03', null],
    ['pago em 2 dias', '2026-11-20', null],
    ['pago depois do dia 10', null, null],
    ['pago na outra sexta', null, null],
    ['pago a outra sexta', '2026-11-20', null],
    ['pago na sexta sem ser essa', null, null],
    ['pago a partir do dia 5 de dezembro', null, null],
    ['pago até o dia 10', '2026-12-10', null],
    ['dia dez eu pago', '2026-12-10', null],
    ['só consigo pagar no dia vinte e cinco', '2026-11-25', null],
    ['pago dia trinta e um', '2026-12-31', null],
    ['pago dia quinze de janeiro', '2027-01-15', null],
    ['pago no dia 10.12', '2026-12-10', null],
    ['bom dia dez reais eu pago hoje', '2026-11-18', 1_000],
    ['farei o pagamento dia 10', '2026-12-10', null],
    ['no dia 10/12/2026 farei o pagamento', '2026-12-10', null],
    ['realizo o pagamento amanhã', '2026-11-19', null],
    ['posso dar 150 reais hoje', '2026-11-18', 15_000],
    ['consigo te mandar 200 na sexta', '2026-11-20', 20_000],
    ['pago na sexta o boleto passado', '2026-11-20', null],
    ['pago na sexta a do mês passado', '2026-11-20', null],
    ['pago na sexta boleto semana passada', '2026-11-20', null],
    ['pago no dia 10 o do mes passado', '2026-12-10', null],
    ['pago no mes que vem a do mes passado', null, null],
    ['pago pelo pix amanhã a de ontem', '2026-11-19', null],
    ['tá pago na sexta (que vem)', '2026-11-20', null],
    ['tá pago no dia 5', '2026-12-05', null],
    ['tá pago no pix amanhã', '2026-11-19', null],
  ] as const)('names the day of paying when it is one: "%s" → %s', ([texto, dia, valor]) => {
    expect(lerIntencoes(texto, HOJE).filter(({ intencao }) => intencao === 'paga_em')).toMatchObject([{ dia, valor }])
  })

  test.for([
    ['vou pagar não', 'paga_em'],
    ['posso pagar amanhã não', 'paga_em'],
    ['tá pago isso', 'paga_em'],
    ['ja ta pago isso ai moça, olha o comprovante', 'paga_em'],
    ['já tá pago no pix', 'paga_em'],
    ['pago na loja sexta passada', 'paga_em'],
    ['pago no dia 15 do mês passado', 'paga_em'],
    ['tá pago na sexta passada', 'paga_em'],
    ['já tá pago no pix hoje', 'paga_em'],
    ['pago isso aí faz tempo', 'paga_em'],
    ['já tinha pago isso semana passada', 'paga_em'],
    ['eu tinha pago no dia 10', 'paga_em'],
    ['já havia pago esse boleto', 'paga_em'],
    ['já tenho pago tudo certinho', 'paga_em'],
    ['já tava pago desde sexta', 'paga_em'],
    ['eu pago todo dia 10', 'paga_em'],
    ['estou pagando as parcelas do acordo', 'paga_em'],
    ['achei que já tinha pago', 'ja_paguei'],
    ['já já pago', 'ja_paguei'],
    ['não tinha pago ainda', 'ja_paguei'],
    ['paguei não', 'ja_paguei'],
    ['boleto pago?', 'ja_paguei'],
    ['não posso dar 100 hoje', 'paga_em'],
    ['não farei o pagamento amanhã', 'paga_em'],
    ['farei o pagamento do boleto vencido dia 10', 'paga_em'],
    ['fiz o pix não', 'ja_paguei'],
    ['depositei na conta errada', 'nao_reconheco'],
    ['não quero falar com atendente', 'pede_pessoa'],
    ['não preciso falar com gerente nenhum', 'pede_pessoa'],
    ['não preciso do pix', 'pede_codigo'],
    ['não quero mais boleto', 'pede_codigo'],
    ['agora não posso falar', 'sem_condicoes'],
    ['tento achar o comprovante amanhã', 'paga_em'],
    ['pare de me ligar', 'pede_pessoa'],
    ['a chave tá errada', 'nao_reconheco'],
  ] as const)('does not read as said what is denied: "%s" is no %s', ([texto, intencao]) => {
    expect(lerIntencoes(texto, HOJE).map((dica) => dica.intencao)).not.toContain(intencao)
  })

  test.for([
    ['não paguei, vou pagar amanhã', 'paga_em'],
    ['tá pago isso', 'ja_paguei'],
    ['Tudo pago.', 'ja_paguei'],
    ['boleto pago', 'ja_paguei'],
    ['já tá pago no pix', 'ja_paguei'],
    ['pago na loja sexta passada', 'ja_paguei'],
    ['já tinha pago isso semana passada', 'ja_paguei'],
    ['já tinha feito o pix ontem', 'ja_paguei'],
    ['não tinha pago ainda, pago amanhã', 'paga_em'],
    ['pago na loja da esquina semana passada', 'ja_paguei'],
    ['pago no dia 15 do mês passado', 'ja_paguei'],
    ['tá pago na sexta que vem', 'ja_paguei'],
    ['sexta tá pago', 'paga_em'],
    ['pago o resto da semana passada', 'paga_em'],
    ['combinamos semana passada que eu pago sexta', 'paga_em'],
    ['tem algum humano aí?', 'pede_pessoa'],
    ['não quero falar com robô, quero falar com um atendente', 'pede_pessoa'],
    ['não preciso do boleto, manda o pix', 'pede_codigo'],
    ['não autorizei essa compra', 'nao_reconheco'],
    ['tá errado o número', 'nao_sou_eu'],
    ['a pessoa que vc procura não mora aqui', 'nao_sou_eu'],
    ['vou fazer o possível pra pagar sexta', 'paga_em'],
    ['tento na sexta', 'paga_em'],
    ['hoje eu não consigo, amanhã sim', 'paga_em'],
  ] as const)('still reads what stands beside it: "%s" → %s', ([texto, intencao]) => {
    expect(lerIntencoes(texto, HOJE).map((dica) => dica.intencao)).toContain(intencao)
  })

  test('stands in the message as it was written, with a day not before the message’s', () => {
    const palavras = escritas.flatMap(({ texto }) => texto.split(' '))
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...palavras), fc.string()), { maxLength: 30 }), (ditas) => {
        const texto = ditas.join(' ')
        for (const { trecho, dia, valor } of lerIntencoes(texto, HOJE)) {
          expect(trecho).not.toBe('')
          expect(texto).toContain(trecho)
          if (dia) expect(diaValido(dia) && dia >= HOJE).toBe(true)
          if (valor !== null) expect(Number.isSafeInteger(valor) && valor > 0).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
