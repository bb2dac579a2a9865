import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as respirar } from 'node:timers/promises'
import { COMO_CONFERIR, noAlfabetoDoPdf, PROGRAMA_DE_CONFERENCIA } from '#domain/dossie.ts'
import { formatarTelefone } from '#domain/grafia.ts'
import { plural } from '#domain/plural.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Capa } from './dossie.queries.ts'
import { escreverFatos } from './fatos-em-pdf.ts'
import { emPapel, instante, MARGEM, type Papel } from './papel.ts'
import {
  correnteDe,
  type MensagemDoDossie,
  mensagensDe,
  type RegistroDoDossie,
  registrosDe,
  selosDe,
} from './partes.queries.ts'

/** Items written before yielding to the event loop. */
const SEM_PAUSA = 10

const tituloDe = ({ cliente }: Capa) => `Dossiê de ${cliente.nome}`

/** The dossier for reading, written page by page: a long history takes no more memory than a short one. */
export async function escreverDossieEmPdf(trx: Trx, capa: Capa, destino: Writable): Promise<void> {
  // It brings fonts: 17 MB of memory and a tenth of a second that a program which writes no dossier does not spend.
  const { default: PDFDocument } = await import('pdfkit')
  const titulo = tituloDe(capa)
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGEM,
    lang: 'pt-BR',
    info: { Title: titulo, Author: capa.empresa.nome, CreationDate: new Date(capa.gerado_em) },
  })
  // Listens from the first byte on: a disk that is full ends this dossier, and not the program.
  const gravado = pipeline(doc, destino)
  gravado.catch(() => undefined) // heard below
  try {
    await escreverTudo(trx, capa, doc)
    doc.end()
  } catch (erro) {
    doc.destroy()
    throw erro
  }
  await gravado
}

async function escreverTudo(trx: Trx, capa: Capa, doc: PDFKit.PDFDocument): Promise<void> {
  const papel = emPapel(doc, `${tituloDe(capa)} · feito em ${instante(capa.gerado_em)}`)
  doc
    .font('Helvetica-Bold')
    .fontSize(16)
    .text(noAlfabetoDoPdf(tituloDe(capa)))
    .moveDown(0.5)
  escreverFatos(papel, capa)
  await cada(papel, 'Mensagens', mensagensDe(trx, capa.cliente.id), escreverMensagem)
  await cada(papel, 'Registros', registrosDe(trx, capa.cliente.id), escreverRegistro)
  await cada(
    papel,
    'Selos que cobrem os registros',
    selosDe(trx, capa.cliente.id),
    (p, { numero, selado_em, hash, linhas }) => {
      p.codigo(`${numero}  ${selado_em}  ${plural(linhas.length, 'registro', 'registros')}\n${hash}`)
    },
  )
  const corrente = await correnteDe(trx, capa.cliente.id)
  papel.item(corrente ? `Último selo de todos, quando este dossiê foi feito: ${corrente.ate}` : 'Ainda não há selo.')
  if (corrente) papel.codigo(corrente.hash)
  doc.addPage()
  papel.titulo('Como conferir, sem nenhum programa nosso')
  for (const passo of COMO_CONFERIR) papel.item(passo)
  papel.item('O mesmo em Python (python3 conferir.py dossie.json):')
  papel.codigo(PROGRAMA_DE_CONFERENCIA)
  papel.fim()
}

async function cada<T>(
  papel: Papel,
  titulo: string,
  porcoes: AsyncIterable<T[]>,
  escrever: (papel: Papel, um: T) => void,
) {
  papel.titulo(titulo)
  let n = 0
  for await (const porcao of porcoes) {
    for (const um of porcao) {
      escrever(papel, um)
      n += 1
      if (n % SEM_PAUSA === 0) await respirar()
    }
  }
  if (n === 0) papel.item('Nada.')
}

function escreverMensagem(papel: Papel, uma: MensagemDoDossie) {
  const quem =
    uma.direcao === 'recebida' ? 'Cliente' : (uma.autor ?? (uma.automatica ? 'Cobrança automática' : 'Sistema'))
  const marcas = [
    uma.aceita_em && `aceita ${instante(uma.aceita_em)}`,
    uma.entregue_em && `entregue ${instante(uma.entregue_em)}`,
    uma.lida_em && `lida ${instante(uma.lida_em)}`,
    uma.falhou_em && `falhou ${instante(uma.falhou_em)}${uma.erro ? ` (${uma.erro})` : ''}`,
  ].filter(Boolean)
  papel.miudo(
    [
      `${uma.id}`,
      instante(uma.created_at),
      quem,
      uma.telefone && formatarTelefone(uma.telefone),
      uma.modelo && `modelo ${uma.modelo}`,
      uma.status,
      ...marcas,
    ]
      .filter(Boolean)
      .join(' · '),
  )
  papel.item([uma.conteudo, uma.arquivo && `[arquivo: ${uma.arquivo}]`].filter(Boolean).join('\n') || '(sem texto)')
}

function escreverRegistro(papel: Papel, um: RegistroDoDossie) {
  const selo = um.selo === null ? 'por selar' : `selo ${um.selo}`
  papel.miudo([um.id, instante(um.created_at), um.acao, um.por ?? 'Sistema', um.ip, selo].filter(Boolean).join(' · '))
  papel.item(um.descricao)
  if (um.impressao) papel.codigo(um.impressao)
}
