/**
 * Entry of a question's own page: the question, and the noting of what is done there. Modes note for themselves.
 * The preview mounts what it exchanges with the same `mount`.
 * @module
 */

import { noteOwnPage } from "./own_page.js";
export { mount } from "./question.js";

noteOwnPage();
