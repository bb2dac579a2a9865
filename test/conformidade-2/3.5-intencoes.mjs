// Section 3, hints: what a message seems to ask for, stored with it; a hint has no effect by itself.
import { addDays, equal, expect, fields, status, weekday } from '../conformance/support.mjs'
import { criarCliente, daquiA, escrever } from './mundo.mjs'

const SEXTA = 5
/** The next of that weekday after a day; the next day of the month, today included. */
const proximo = (dia, semana) => {
  let achado = addDays(dia, 1)
  while (weekday(achado) !== semana) achado = addDays(achado, 1)
  return achado
}
const proximoDia = (dia, doMes) => {
  let achado = dia
  while (Number(achado.slice(8)) !== doMes) achado = addDays(achado, 1)
  return achado
}

export async function percorrer(mundo) {
  const { check, operador, hoje } = mundo
  const { cliente } = await criarCliente(mundo, [{ valor: 30_000, vencimento: daquiA(mundo, 6) }])
  const dizer = async (texto) => {
    const { intencoes } = await escrever(mundo, cliente, texto)
    for (const uma of intencoes) {
      fields(uma, ['intencao', 'trecho', 'dia', 'valor'], 'a hint')
      expect(uma.trecho.length > 0 && texto.includes(uma.trecho), 'words of the message', uma)
    }
    return intencoes
  }
  for (const [texto, intencao, dia, valor] of [
    ['vou pagar sexta', 'paga_em', proximo(hoje, SEXTA), null],
    ['amanha eu pago', 'paga_em', addDays(hoje, 1), null],
    ['dia 10 eu pago', 'paga_em', proximoDia(hoje, 10), null],
    ['pago 300 conto sexta feira', 'paga_em', proximo(hoje, SEXTA), 300],
    ['já paguei ontem no pix', 'ja_paguei', null, null],
    ['não sou essa pessoa, número errado', 'nao_sou_eu', null, null],
    ['não reconheço essa dívida', 'nao_reconheco', null, null],
    ['da pra parcelar?', 'quer_parcelar', null, null],
    ['to desempregado, não tenho como pagar', 'sem_condicoes', null, null],
    ['me manda o pix', 'pede_codigo', null, null],
    ['quero falar com um atendente', 'pede_pessoa', null, null],
    ['parem de me mandar mensagem', 'parar', null, null],
    ['muito obrigado', 'agradece', null, null],
  ])
    await check(`intencoes: "${texto}" → ${intencao}`, async () => {
      const dica = (await dizer(texto)).find((uma) => uma.intencao === intencao)
      expect(dica, `a hint of ${intencao}`, 'none')
      equal(dica.dia, dia, 'dia')
      if (valor !== null) equal(dica.valor, valor, 'valor')
    })
  for (const texto of ['não paguei ainda', 'bom dia', 'kkkk'])
    await check(`intencoes: "${texto}" says nothing of a payment`, async () => {
      const ditas = (await dizer(texto)).map(({ intencao }) => intencao)
      expect(!ditas.includes('ja_paguei') && !ditas.includes('paga_em'), 'no such hint', ditas)
    })
  await check('intencoes: none acts by itself; what we send has none', async () => {
    const ficha = status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
    equal(ficha.aceita_mensagens, true, 'aceita_mensagens')
    for (const tipo of ['promessas', 'contestacoes'])
      equal(status(await operador.get(`/api/operador/clientes/${cliente.id}/${tipo}`), 200).body.data.length, 0, tipo)
    status(await operador.post(`/api/operador/clientes/${cliente.id}/assumir`), 200)
    const { body } = status(
      await operador.post(`/api/operador/clientes/${cliente.id}/mensagens`, { conteudo: 'vou pagar sexta' }),
      201,
    )
    equal(body.intencoes.length, 0, 'hints of what we sent')
  })
}
