// What the replay's page calls the views of a battle: its own words for the house's, a seat's name as it is.

import { word } from "../base/texts.js";

const OWN = ["gm", "public", "spectator"];

// A text of the section [replay].
export const tell = (key, facts) => word("replay", key, facts);

export const viewName = (view) => (OWN.includes(view) ? tell(`view-${view}`) : view);
