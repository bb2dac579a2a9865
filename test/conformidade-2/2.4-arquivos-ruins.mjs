// Section 2: broken, mislabelled, hostile or oversized files: a sentence that names file and line, and nothing written.
import { equal, expect, status } from '../conformance/support.mjs'
import { criarZip } from '../zip.ts'
import { CONCILIACAO, recusa } from './mundo.mjs'

const lancamento = ({ dia = '20261110', valor = '10.00', tipo = 'CREDIT', memo = 'PIX RECEBIDO', id = '1' } = {}) =>
  `<STMTTRN><TRNTYPE>${tipo}<DTPOSTED>${dia}<TRNAMT>${valor}<FITID>${id}<MEMO>${memo}</STMTTRN>`
const extrato = (linhas, conta = '777') =>
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341\n<ACCTID>${conta}\n</BANKACCTFROM><BANKTRANLIST>\n${linhas.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

export async function percorrer(mundo) {
  const { check, admin } = mundo
  const quantos = async () => status(await admin.get(`${CONCILIACAO}/movimentos`), 200).body.total
  const enviar = (nome, conteudo) =>
    admin.upload(`${CONCILIACAO}/importar`, 'arquivo', nome, conteudo, { extra: { aceitar: 'outra_conta' } })
  /** Refused as a whole, in a sentence with these words; nothing of it is stored. */
  const ruim = (que, nome, conteudo, palavras, http = 422) =>
    check(`arquivos ruins: ${que} → ${http}, a sentence, and nothing written`, async () => {
      const antes = await quantos()
      const resposta = await enviar(nome, typeof conteudo === 'function' ? conteudo() : conteudo)
      const { message, errors } = recusa(resposta, http)
      const dito = JSON.stringify(errors ?? message)
      for (const palavra of palavras) expect(dito.match(palavra), `${palavra} in the sentence`, dito)
      equal(await quantos(), antes, 'movements after')
    })
  await ruim('an empty file', 'vazio.ofx', '', [/vazio/])
  await ruim('a picture with the name of a statement', 'foto.ofx', Buffer.from('\x89PNG\r\n\x1a\nabc', 'latin1'), [
    /foto\.ofx/,
  ])
  await ruim('next century', 'futuro.ofx', extrato([lancamento(), lancamento({ dia: '21261110', id: '2' })]), [
    /futuro\.ofx/,
    /linha 9/,
  ])
  await ruim('a day that does not exist', 'dia.ofx', extrato([lancamento({ dia: '20261131' })]), [
    /dia\.ofx/,
    /linha 8/,
  ])
  await ruim('more than a trillion', 'trilhao.ofx', extrato([lancamento({ valor: '1000000000000.01' })]), [
    /trilhao\.ofx/,
    /linha 8/,
  ])
  await demais(ruim)
  await lidos(mundo, { quantos, enviar })
}

/** Files over the limits, and files that are not a bank's. */
async function demais(ruim) {
  await ruim(
    '200,001 movements',
    'muitos.ofx',
    () => extrato(Array(200_001).fill(lancamento())),
    [/muitos\.ofx/, /200\.000/],
    413,
  )
  await ruim(
    'a zip that promises 10 GB',
    'bomba.zip',
    () =>
      criarZip(
        Array.from({ length: 3 }, (_, i) => ({ nome: `${i}.ofx`, dados: 'x', tamanhoDeclarado: 4_000_000_000 })),
      ),
    [/200 MB|200 MiB/i],
    413,
  )
  await ruim(
    'a zip of more than 1,000 files',
    'mil.zip',
    () => criarZip(Array.from({ length: 1_001 }, (_, i) => ({ nome: `${i}.ofx`, dados: 'x' }))),
    [/1\.000/],
    413,
  )
  await ruim('a zip of nothing from a bank', 'fotos.zip', criarZip([{ nome: 'a.png', dados: 'x' }]), [/a\.png/])
}

/** Unusual files that are read all the same. */
async function lidos({ check, admin }, { quantos, enviar }) {
  await check(
    'arquivos ruins: negative zero is no movement, and a wrong charset is read as it is written',
    async () => {
      const antes = await quantos()
      const bytes = Buffer.from(
        extrato([lancamento({ valor: '-0.00' }), lancamento({ memo: 'PIX JOSÉ PÃO', id: '2' })], '888'),
        'latin1',
      )
      const { importacao_id, movimentos } = status(await enviar('latin.ofx', bytes), 200).body
      equal(movimentos, 1, 'movements')
      const { data } = status(await admin.get(`${CONCILIACAO}/movimentos?importacao_id=${importacao_id}`), 200).body
      expect(data[0].descricao.includes('JOSÉ PÃO'), 'the accents', data[0].descricao)
      status(await admin.post(`${CONCILIACAO}/importacoes/${importacao_id}/desfazer`, {}), 200)
      equal(await quantos(), antes, 'movements after it was undone')
    },
  )
}
