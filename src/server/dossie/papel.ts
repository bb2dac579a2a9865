import { noAlfabetoDoPdf } from '#domain/dossie.ts'

export const MARGEM = 48

/** A page under another: paragraphs, headings, and what must keep its letters apart (code). */
export interface Papel {
  titulo(texto: string): void
  item(texto: string): void
  miudo(texto: string): void
  codigo(texto: string): void
}

export function emPapel(doc: PDFKit.PDFDocument): Papel {
  const escrever = (fonte: string, corpo: number, texto: string, depois: number) =>
    doc.font(fonte).fontSize(corpo).text(noAlfabetoDoPdf(texto)).moveDown(depois)
  return {
    titulo: (texto) => {
      // A heading is not left alone at the foot of a page.
      if (doc.y > doc.page.height - MARGEM - 80) doc.addPage()
      doc.moveDown(0.6)
      escrever('Helvetica-Bold', 12, texto, 0.3)
    },
    item: (texto) => escrever('Helvetica', 9, texto, 0.3),
    miudo: (texto) => escrever('Helvetica-Oblique', 8, texto, 0.1),
    codigo: (texto) => escrever('Courier', 7, texto, 0.4),
  }
}

/** An instant by the company's clock and day. */
export const instante = (em: string) =>
  new Date(em).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'medium' })
