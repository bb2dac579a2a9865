import { describe, expect, test } from 'vitest'
import { type Fatos, razoesDe } from './razoes.ts'

const fatos = (mudancas: Partial<Fatos> = {}): Fatos => ({
  motivo: 'enviada',
  passo: 5,
  conta: { nome: 'NF-e 18432 · 2/3', vencimento: '2026-11-19' },
  status: 'ativo',
  numeroChamadas: 3,
  maximo: 6,
  dia: '2026-11-24',
  horas: { inicio: '08:00', fim: '18:00' },
  proximo: '2026-11-30',
  ...mudancas,
})

describe('the reasons of a decision', () => {
  test('of a message sent: the step, the day, the attempts, the consent, and what comes next', () => {
    expect(razoesDe(fatos()).map(({ sinal, texto }) => `${sinal}: ${texto}`)).toEqual([
      'favor: NF-e 18432 · 2/3 venceu em 19/11/2026: hoje é o passo D+5',
      'favor: Terça-feira, dia de envio, das 08:00 às 18:00',
      'favor: Única mensagem do dia; 3 de 6 tentativas sem resposta até agora',
      'favor: Aceita mensagens; sem pausa nem acordo',
      'seguinte: Próximo contato previsto para 30/11/2026',
    ])
  })

  test('of a message that WhatsApp refused: the refusal speaks against it', () => {
    const frase = 'Este número não recebe mensagens pelo WhatsApp.'
    expect(razoesDe(fatos({ frase }))).toContainEqual({ sinal: 'contra', texto: frase })
  })

  test('of a step of the due day that goes days later: the account fell due, and does not fall due today', () => {
    const doPasso = (passo: number, vencimento: string) =>
      razoesDe(fatos({ passo, conta: { nome: 'NF-e 18432', vencimento } }))[0]?.texto
    expect(doPasso(0, '2026-11-20')).toBe('NF-e 18432 venceu em 20/11/2026: hoje é o passo D0, no vencimento')
    expect(doPasso(0, '2026-11-24')).toBe('NF-e 18432 vence hoje, em 24/11/2026: hoje é o passo D0, no vencimento')
    expect(doPasso(-3, '2026-11-24')).toBe('NF-e 18432 vence hoje, em 24/11/2026: hoje é o passo D−3')
    expect(doPasso(-3, '2026-11-27')).toBe('NF-e 18432 vence em 27/11/2026: hoje é o passo D−3')
  })

  test('of a message of a Sunday: the run that lifts hours, and no word of a day of sending', () => {
    const domingo = fatos({ dia: '2026-11-29', horas: null, forcada: true })
    expect(razoesDe(domingo)[1]?.texto).toBe('Domingo, numa execução mesmo fora do horário')
  })

  test('of whoever answered afterwards: the cadence waits for the person', () => {
    expect(razoesDe(fatos({ status: 'aguardando_atendimento', proximo: null })).at(-1)).toEqual({
      sinal: 'seguinte',
      texto: 'A régua só continua quando o atendimento for devolvido à cobrança',
    })
  })

  test('of whoever waits after the last attempt: that, and no step', () => {
    const razoes = razoesDe(fatos({ motivo: 'aguardando', status: 'aguardando_atendimento', numeroChamadas: 6 }))
    expect(razoes.map(({ sinal }) => sinal)).toEqual(['contra', 'contra', 'seguinte'])
    expect(razoes[1]?.texto).toBe('A 6ª tentativa ficou sem resposta: o limite da régua é 6')
  })

  test('of money that may be on its way, and of the law: each in its own words, with the next contact', () => {
    const contra = (mudancas: Partial<Fatos>) =>
      razoesDe(fatos(mudancas))
        .filter(({ sinal }) => sinal === 'contra')
        .map(({ texto }) => texto)
    expect(contra({ motivo: 'pagamento_a_caminho', vindo: 'Um Pix de R$ 10,00' })[0]).toBe('Um Pix de R$ 10,00')
    expect(contra({ motivo: 'fora_do_horario', frase: 'A linha de AM' })).toEqual(['A linha de AM'])
    const semHoras = contra({ motivo: 'fora_do_horario', horas: null })
    expect(semHoras).toHaveLength(1)
    expect(semHoras[0]).not.toContain('null')
    expect(contra({ motivo: 'feriado' })[0]).not.toMatch(/horário de envio, das/)
    expect(contra({ motivo: 'aguardando', numeroChamadas: 5 })).toHaveLength(1)
    expect(contra({ motivo: 'em_atendimento', numeroChamadas: 6 })).toHaveLength(2)
    expect(contra({ motivo: 'pausado', numeroChamadas: 6 })).toHaveLength(1)
  })

  test('of a question, of an agreement, without an account, and without another day', () => {
    const textos = (mudancas: Partial<Fatos>) => razoesDe(fatos(mudancas)).map(({ texto }) => texto)
    expect(textos({ pergunta: true })[2]).toMatch(/^Não se sabe ainda se o telefone é do cliente/)
    expect(textos({ status: 'negociado' })[3]).toBe('Aceita mensagens; sem pausa')
    for (const sem of [{ conta: null }, { passo: null }]) expect(textos(sem)[0]).toMatch(/^Terça-feira/)
    for (const nada of [{ proximo: null }, { proximo: '2026-11-24' }, { motivo: 'prevista' as const }])
      expect(textos(nada).at(-1)).toMatch(/^Aceita mensagens/)
  })

  test('of a message held by the hour: the step speaks for it, the hour against', () => {
    expect(razoesDe(fatos({ motivo: 'fora_do_horario', proximo: null })).map(({ texto }) => texto)).toEqual([
      'NF-e 18432 · 2/3 venceu em 19/11/2026: hoje é o passo D+5',
      'Fora do horário de envio, das 08:00 às 18:00',
    ])
  })
})
