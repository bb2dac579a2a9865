import { noAlfabetoDoPdf } from '#domain/dossie.ts'

export const MARGEM = 48

/** A document flowing over pages: paragraphs, headings, and monospaced code. */
export interface Papel {
  titulo(texto: string): void
  item(texto: string): void
  /** A small line (who, when) above a text, kept on the same page as the text. */
  miudo(texto: string): void
  codigo(texto: string): void
  /** The number of pages, known at the end. */
  fim(): void
}

/** Each page shows the title and its number, so that a removed or added page is noticed. */
export function emPapel(doc: PDFKit.PDFDocument, titulo: string): Papel {
  let pagina = 1
  /** The font of a text that continues on the next page. */
  let letra: [fonte: string, corpo: number] = ['Helvetica', 9]
  const rodape = () => {
    const { x, y } = doc
    const { margins, height, width } = doc.page
    // Below the margin, where text would otherwise begin another page.
    const onde = height - margins.bottom + 14
    const embaixo = margins.bottom
    margins.bottom = 0
    doc.font('Helvetica').fontSize(7)
    doc.text(noAlfabetoDoPdf(titulo), margins.left, onde, { lineBreak: false, ellipsis: true, height: 8 })
    doc.text(`página ${pagina}`, width - margins.right - 80, onde, { lineBreak: false, width: 80, align: 'right' })
    margins.bottom = embaixo
    Object.assign(doc, { x, y })
    doc.font(letra[0]).fontSize(letra[1])
  }
  rodape()
  doc.on('pageAdded', () => {
    pagina += 1
    rodape()
  })
  const caber = (pontos: number) => doc.y > doc.page.height - MARGEM - pontos && doc.addPage()
  const escrever = (fonte: string, corpo: number, texto: string, depois: number) => {
    letra = [fonte, corpo]
    return doc
      .font(fonte)
      .fontSize(corpo)
      .text(cortarFilas(noAlfabetoDoPdf(texto)))
      .moveDown(depois)
  }
  return {
    titulo: (texto) => {
      caber(80)
      doc.moveDown(0.6)
      escrever('Helvetica-Bold', 12, texto, 0.3)
    },
    item: (texto) => escrever('Helvetica', 9, texto, 0.3),
    miudo: (texto) => {
      caber(40)
      doc.moveDown(0.3)
      escrever('Helvetica-Oblique', 8, texto, 0.1)
    },
    codigo: (texto) => escrever('Courier', 7, texto, 0.4),
    fim: () => escrever('Helvetica', 9, `Fim do dossiê, de ${pagina} páginas.`, 0),
  }
}

/**
 * A row of letters, or of spaces, that takes many lines is cut into them here: pdfkit would try each of its lengths, and a
 * message of 65,536 tabs, which any customer may write, would stop the program for minutes.
 */
const cortarFilas = (texto: string) =>
  texto.replace(/\S{300,}|[^\S\n]{300,}/g, (fila) => fila.replace(/.{60}(?=.)/gs, '$&\n'))

/** An instant by the company's clock and day. */
export const instante = (em: string) =>
  new Date(em).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'medium' })
