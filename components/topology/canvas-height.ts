/** The room that a canvas takes, as high as its page lets it be; it grows where its drawing could not be read else. */
export const CANVAS_HEIGHT = 'h-(--canvas-height,min(62vh,44rem)) min-h-(--canvas-min-height,20rem)';
